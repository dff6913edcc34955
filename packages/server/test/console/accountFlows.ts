import { readFile } from 'node:fs/promises';
import type { Page } from '@algotheque/testing/browser';
import { expect, it, vi } from 'vitest';
import { button, heading, link, logIn, PASSWORD, told, type World } from './world.ts';

const NEW_PASSWORD = 'another engine';

/** A form of the account, by its heading. */
const formOf = (page: Page, name: string) =>
  page.locator('section', { has: page.getByRole('heading', { name, exact: true }) }).locator('form');

/** Waits for a mail with such a link. */
export async function linkOfMail(world: World, path: string): Promise<string> {
  const pattern = new RegExp(`http:\\S+/${path}/[\\w.-]+`);
  return vi.waitFor(async () => {
    const [found] = pattern.exec(await world.lastMail()) ?? [];
    return found ?? expect.fail(`no link to ${path} in the last mail`);
  });
}

/** What people do with their account. */
export function accountFlows(world: () => World): void {
  it('takes files with a report, gives them back, and changes and deletes the account', async () => {
    const { client, ...person } = await world().person('Radia');
    await using tab = await world().tab();
    const { page, problems } = tab;
    await page.goto(`${world().url}/app/upload`);
    await logIn(page, person);
    await heading(page, 'Upload').waitFor();
    const file = (name: string, text: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
    await page.getByLabel('Choose files').setInputFiles([file('Spanning tree.json', '{"x":1}'), file('Bad.json', '{')]);
    await told(page, '1 created, 1 refused.');
    await page.locator('li', { hasText: 'Bad.json' }).getByText('The file is no JSON.').waitFor();
    await page.getByText('Mend what was refused, and upload it again.').waitFor();

    await page.route(/api\/algos\/import/, (route) =>
      route.fulfill({ status: 413, json: { status: 413, message: 'Responses.General.Payload_too_large' } }),
    );
    await page.getByLabel('Choose files').setInputFiles(file('Large.json', '{}'));
    await page.getByText('This is too large. Make it smaller, or cut it into several ones.').waitFor();
    await page.unrouteAll();

    const dropped = await page.evaluateHandle(`(() => {
      const data = new DataTransfer();
      data.items.add(new File(['[1]'], 'Dropped.json', { type: 'application/json' }));
      return data;
    })()`);
    const arrived = Promise.withResolvers<void>();
    const mayGoOn = Promise.withResolvers<void>();
    await page.route(/\/api\/algos\/import$/, async (route) => {
      arrived.resolve();
      await mayGoOn.promise;
      return route.continue();
    });
    await page.getByText('Drop files here').dispatchEvent('drop', { dataTransfer: dropped });
    await arrived.promise;
    await page.getByLabel('Choose files').setInputFiles([file('Meanwhile.json', '[]')]);
    mayGoOn.resolve();
    await told(page, '2 created, 0 refused.');
    await page.unrouteAll();
    const message = 'Responses.Algo.Success.Imported';
    await page.route(/\/api\/algos\/import$/, (route) =>
      route.fulfill({ json: { message, data: [] }, headers: { 'X-Entries-Left-Out': 'created=9000, unread=12' } }),
    );
    await page.getByLabel('Choose files').setInputFiles([file('Large.json', '[]')]);
    await page.getByText('Not in this list: 9,000 created, 12 not looked at.').waitFor();
    await told(page, '9,000 created, 0 refused.');
    await page.unrouteAll();

    await link(page, 'Account').click();
    const [saved] = await Promise.all([page.waitForEvent('download'), button(page, 'Download all').click()]);
    expect(saved.suggestedFilename()).toBe('Radia.zip');
    const zip = await readFile(await saved.path());
    await link(page, 'Upload').click();
    await page.getByLabel('Choose files').setInputFiles({ name: 'all.zip', mimeType: 'application/zip', buffer: zip });
    await page.getByText('Was there already').first().waitFor();
    await told(page, '0 created, 0 refused. 3 there already.');

    await link(page, 'Account').click();
    const profile = page.locator('form').first();
    await profile.getByLabel('Your name').fill('Radia P.');
    await profile.getByLabel('Address of a picture').fill('https://example.org/radia.png');
    await profile.getByLabel('Language of mails').selectOption('fr');
    await profile.getByLabel('A mail when somebody shares with me').uncheck();
    await profile.getByLabel('Current password').fill('wrong password');
    await profile.getByRole('button', { name: 'Save' }).click();
    await profile.getByText('The current password is wrong.').waitFor();
    await profile.getByLabel('Current password').fill(PASSWORD);
    await profile.getByRole('button', { name: 'Save' }).click();
    await told(page, 'Your account is changed.');
    expect((await client.call('getOwnUser')).data.utilisateur).toMatchObject({
      pseudo: 'Radia P.',
      urlPfp: 'https://example.org/radia.png',
      locale: 'fr',
      shareMails: false,
    });
    await button(page, 'End all others').click();
    await told(page, 'All other sessions have ended.');
    await expect(client.call('getOwnUser')).rejects.toThrow(/Unauthorized/);
    await button(page, 'Delete my account').click();
    await page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD);
    await button(page, 'Delete everything for good').click();
    await heading(page, 'Log in').waitFor();
    expect(problems).toEqual([]);
  });

  it('recovers a lost password, and confirms the address by that', async () => {
    const { client: _, ...person } = await world().person('Annie');
    await using tab = await world().tab();
    const { page, problems } = tab;
    await page.goto(`${world().url}/app`);
    await logIn(page, person);
    await page.getByText('Your e-mail address is not confirmed yet.').waitFor();
    await button(page, 'Send the mail again').click();
    await told(page, 'The mail is on its way again.');
    await linkOfMail(world(), 'confirm');
    await button(page, 'Log out').click();
    await link(page, 'Create an account').click();
    await page.getByLabel('Your name').fill('Annie');
    await page.getByLabel('E-mail address').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await button(page, 'Create the account').click();
    await page.getByText('Log in with it, or choose a new password if you forgot yours.').waitFor();
    await link(page, 'Forgot your password?').waitFor();
    await link(page, 'You have an account? Log in').click();
    await link(page, 'Forgot your password?').click();
    await page.getByLabel('E-mail address').fill(person.email);
    await button(page, 'Send the link').click();
    await page.getByRole('status').filter({ hasText: 'mail' }).waitFor();
    await page.goto(await linkOfMail(world(), 'recover'));
    await page.locator('#password').fill(NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await link(page, 'Continue').click();
    await logIn(page, { email: person.email, password: NEW_PASSWORD });
    await page.getByText('Make your first algorithm').waitFor();
    expect(await page.getByText('is not confirmed yet').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('changes the own password and the e-mail address, takes the address back, and ends one session and all', async () => {
    const { client, ...person } = await world().person('Jean');
    await using tab = await world().tab();
    const { page, problems } = tab;
    await page.goto(await linkOfMail(world(), 'confirm'));
    await page.goto(`${world().url}/app/me`);
    await logIn(page, person);
    const password = formOf(page, 'Password');
    await password.getByLabel('New password').fill(NEW_PASSWORD);
    await password.getByLabel('Current password').fill('wrong password');
    await password.getByRole('button', { name: 'Save' }).click();
    await password.getByText('The current password is wrong.').waitFor();
    await password.getByLabel('Current password').fill(PASSWORD);
    await password.getByRole('button', { name: 'Save' }).click();
    await told(page, 'The new password is set.');
    await expect(client.call('getOwnUser')).rejects.toThrow(/Unauthorized/);

    const changed = { email: person.email, password: NEW_PASSWORD };
    await client.call('login', { body: changed });
    await page.reload();
    await page.getByRole('button', { name: /^End the session of / }).click();
    await told(page, 'The session has ended.');
    await expect(client.call('getOwnUser')).rejects.toThrow(/Unauthorized/);

    const address = formOf(page, 'E-mail address');
    await address.getByLabel('New e-mail address').fill('bartik@example.org');
    await address.getByLabel('Current password').fill(NEW_PASSWORD);
    await address.getByRole('button', { name: 'Ask for the change' }).click();
    await told(page, 'A mail to bartik@example.org is on its way.');
    await page.goto(await linkOfMail(world(), 'email'));
    await button(page, 'Use this address').click();
    await link(page, 'Continue').click();
    await page.goto(`${world().url}/app/me`);
    await page.getByText('Now: bartik@example.org').waitFor();
    await page.goto(await linkOfMail(world(), 'email/back'));
    await button(page, 'Take this address back').click();
    await page.getByRole('status').waitFor();
    await page.goto(`${world().url}/app`);
    await heading(page, 'Log in').waitFor();
    await page.goto(await linkOfMail(world(), 'recover'));
    await page.locator('#password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await link(page, 'Continue').click();
    await logIn(page, person);
    await client.call('login', { body: { email: person.email, password: PASSWORD } });
    await link(page, 'Account').click();
    await button(page, 'End all sessions').click();
    await heading(page, 'Log in').waitFor();
    await expect(client.call('getOwnUser')).rejects.toThrow(/Unauthorized/);
    expect(problems).toEqual([]);
  });
}
