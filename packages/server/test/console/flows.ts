import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESKTOP } from '../support/pageChecks.ts';
import { button, heading, link, logIn, PASSWORD, told, type World, write } from './world.ts';

/** What people do in the console, on the store of a world. */
export function consoleFlows(openWorld: () => Promise<World>): void {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  it('leads by keys alone from the first page to a saved algorithm, and is heard', async () => {
    await using tab = await world.tab();
    const { page, problems } = tab;
    const { keyboard } = page;
    const focused = () => page.evaluate('document.activeElement.textContent.trim() || document.activeElement.name');
    /** Goes on by Tab to what has this text or name. */
    const tabTo = async (name: string) => {
      for (let steps = 0; steps < 30; steps += 1) {
        await keyboard.press('Tab');
        if ((await focused()) === name) return;
      }
      throw new Error(`Tab does not reach ${name}`);
    };
    await page.goto(world.url);
    await heading(page, 'Log in').waitFor();
    await tabTo('Create an account');
    await keyboard.press('Enter');
    await heading(page, 'Create an account').waitFor();
    await page.locator('h1:focus').waitFor();
    await tabTo('pseudo');
    await keyboard.type('Ada');
    await tabTo('email');
    await keyboard.type('ada@example.org');
    await tabTo('password');
    await keyboard.type('short');
    await keyboard.press('Enter');
    await page.getByText('This is too short.').waitFor();
    await page.locator('[name=password]:focus').waitFor();
    await keyboard.press('Control+a');
    await keyboard.type(PASSWORD);
    await keyboard.press('Enter');
    await heading(page, 'Look into your mails').waitFor();

    const confirm = /http:\S+\/confirm\/[\w.-]+/.exec(await world.lastMail())?.[0] ?? '';
    await page.goto(confirm);
    await tabTo('Continue');
    await keyboard.press('Enter');
    await heading(page, 'Log in').waitFor();
    await tabTo('email');
    await keyboard.type('ada@example.org');
    await tabTo('password');
    await keyboard.type(PASSWORD);
    await keyboard.press('Enter');
    await page.getByText('Make your first algorithm').waitFor();
    await tabTo('New algorithm');
    await keyboard.press('Enter');
    await page.locator('.cm-content').waitFor();
    expect(await page.title()).toBe('New algorithm – Algotheque');
    await tabTo('nom');
    await keyboard.type('Euclid');
    await keyboard.press('Tab');
    await keyboard.press('Control+a');
    await keyboard.type('{ "steps": 12345678901234567890 }');
    await keyboard.press('Control+s');
    await page.getByText('more digits than can be kept').waitFor(); // refused by the service, with its place
    await tabTo('Go to the place');
    await keyboard.press('Enter');
    await keyboard.type('[1, 2]'); // in place of the number, which is selected
    await keyboard.press('Control+s');
    await told(page, 'Created and saved.');
    expect(new URL(page.url()).pathname).toMatch(/^\/app\/algos\/\d+$/);
    expect(problems).toEqual([]);
  });

  it('keeps algorithms in folders, by menu and by drag, finds them, and brings them back from the bin', async () => {
    const { client, ...person } = await world.person('Edsger');
    for (const nom of ['Dijkstra', 'Semaphore', 'Tri topologique']) {
      await client.call('createAlgo', { body: { ownerId: person.id, nom, sourceCode: [] } });
    }
    await using tab = await world.tab({ viewport: DESKTOP });
    const { page, problems } = tab;
    await page.goto(world.url);
    await logIn(page, person);
    await button(page, 'New folder').click();
    await page.getByLabel('Name of the folder').fill('Graphs');
    await page.keyboard.press('Enter');
    await link(page, 'Graphs').waitFor();
    await page.getByLabel('Actions for Graphs').click();
    await button(page, 'New folder in it').click();
    await page.getByLabel('Name of the folder').fill('Paths');
    await button(page, 'Save').click();
    await button(page, 'Show what is in Graphs').click();
    await page.locator('.algos > li', { hasText: 'Dijkstra' }).dragTo(link(page, 'Paths'));
    await told(page, '“Dijkstra” was moved.');
    await page.getByLabel('Actions for Tri topologique').click();
    await button(page, 'Move …').last().click();
    await page.getByRole('combobox', { name: 'Folders' }).selectOption({ label: 'Graphs' });
    await button(page, 'Into this folder').click();
    await told(page, '“Tri topologique” was moved.');
    await page.getByRole('link', { name: 'Graphs 1' }).click();
    await heading(page, 'Graphs').waitFor();
    await page.locator('.algos > li').waitFor();
    expect(await page.locator('.algos .name').allInnerTexts()).toEqual(['Tri topologique']);
    await page.getByRole('link', { name: 'Paths 1' }).dragTo(page.getByRole('link', { name: 'In no folder 1' }));
    await told(page, 'The folders are changed.');
    expect((await client.call('listFolders')).data.dossiers.map(({ nom, parentId }) => [nom, parentId])).toEqual([
      ['Graphs', null],
      ['Paths', null],
    ]);

    await link(page, 'All').click();
    await page.getByLabel('Search names').fill('sema');
    await button(page, 'Search').click();
    await told(page, '1 algorithm');
    expect(await page.locator('.algos .name').allInnerTexts()).toEqual(['Semaphore']);
    await page.goBack();
    await told(page, '3 algorithms');
    await page.getByLabel('Order').selectOption({ label: 'Name, Z to A' });
    await page.locator('.algos > li:first-child', { hasText: 'Tri' }).waitFor();

    await page.getByLabel('Actions for Semaphore').click();
    await button(page, 'Delete').click();
    await told(page, '“Semaphore” is in the bin now.');
    await page.getByLabel('Actions for Graphs').click();
    await button(page, 'Delete').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await told(page, '1 algorithm'); // Dijkstra
    await link(page, 'Bin').click();
    await page.locator('li', { hasText: 'Semaphore' }).getByRole('button', { name: 'Restore' }).click();
    await told(page, '“Semaphore” is back.');
    await button(page, 'Empty the bin').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Empty the bin' }).click();
    await told(page, '1 algorithm is gone.');
    await page.getByText('The bin is empty.').waitFor();
    expect(problems).toEqual([]);
  });

  it('keeps what is typed while a save is under way, of a new algorithm too', async () => {
    const { client, ...person } = await world.person('Frances');
    await using tab = await world.tab();
    const { page, problems } = tab;
    await page.goto(`${world.url}/app/algos/new`);
    await logIn(page, person);
    await page.getByLabel('Name').fill('Typed on');
    for (const [number, method] of ['POST', 'PATCH'].entries()) {
      const arrived = Promise.withResolvers<void>();
      const mayGoOn = Promise.withResolvers<void>();
      await page.route(/\/api\/algos/, async (route) => {
        if (route.request().method() !== method) return route.continue();
        arrived.resolve();
        await mayGoOn.promise;
        return route.continue();
      });
      await write(page, `{ "saved": ${number} }`);
      await button(page, 'Save').click();
      await arrived.promise;
      await write(page, `{ "typed": ${number} }`);
      mayGoOn.resolve();
      await told(page, number === 0 ? /^Created and saved\./ : /^Saved\./);
      await page.locator('.cm-content', { hasText: `"typed": ${number}` }).waitFor();
      await page.unrouteAll();
      const { data } = await client.call('searchAlgos');
      const params = { path: { id: data[0]?.id ?? 0 } };
      expect((await client.call('getAlgo', { params })).data.sourceCode).toEqual({ saved: number });
    }
    await page.goto(`${world.url}/app/algos/new`);
    await page.locator('.cm-content').waitFor();
    expect(await page.locator('.cm-content').innerText()).not.toContain('typed');
    expect(problems).toEqual([]);
  });

  it('keeps what is typed over a reload, an ended session and a lost network, and shows both sides of a conflict', async () => {
    const { client, ...person } = await world.person('Barbara');
    const body = { ownerId: person.id, nom: 'Substitution', sourceCode: { a: 1 } };
    const { id } = (await client.call('createAlgo', { body })).data;
    await using tab = await world.tab();
    const { page, context, problems } = tab;
    await page.goto(`${world.url}/app/algos/${id}`);
    await logIn(page, person);
    await heading(page, 'Substitution').waitFor();
    await write(page, '{ "a": 2 }');
    await page.reload();
    await page.getByText('is here again').waitFor();
    await page.locator('.cm-content', { hasText: '"a": 2' }).waitFor();

    await client.call('endSessions', { params: { path: { id: person.id } } });
    await write(page, '{ "a": 3 }');
    await button(page, 'Save').click();
    await page.getByText('Your session has ended').waitFor();
    await logIn(page, person);
    await page.locator('.cm-content', { hasText: '"a": 3' }).waitFor();

    await context.setOffline(true);
    await button(page, 'Save').click();
    await page.getByText('try again when you are online').waitFor();
    await context.setOffline(false);
    const params = { path: { id } };
    await client.call('patchAlgo', { params, body: { sourceCode: { a: 1, theirs: true } } });
    await button(page, 'Save').click();
    await page.getByRole('heading', { name: 'Somebody else saved first' }).waitFor();
    await page.locator('.cm-mergeView', { hasText: 'theirs' }).waitFor();
    await write(page, '{ "a": 3, "theirs": true }');
    await button(page, 'Save the right side').click();
    await told(page, 'Saved.');
    expect((await client.call('getAlgo', { params })).data.sourceCode).toEqual({ a: 3, theirs: true });

    await link(page, 'History').click();
    await page.locator('.algos li').first().waitFor();
    const versions = await page.locator('.algos > li').count();
    await button(page, 'Compare with now').last().click();
    await page.locator('.cm-mergeView').waitFor();
    await button(page, 'Restore').last().click();
    await told(page, 'The former version is the present one again.');
    await page.locator('.algos > li').nth(versions).waitFor();
    expect((await client.call('getAlgo', { params })).data.sourceCode).toEqual({ a: 1 });
    expect(problems.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  });

  it('shares, and leads the person of the mail to the algorithm after they have registered', async () => {
    const { client, ...person } = await world.person('Katherine');
    const body = { ownerId: person.id, nom: 'Orbit', sourceCode: { apogee: 1 } };
    const { id } = (await client.call('createAlgo', { body })).data;
    await using tab = await world.tab();
    const { page } = tab;
    await page.goto(`${world.url}/app/algos/${id}/share`);
    await logIn(page, person);
    await page.getByLabel('E-mail address').fill('dorothy@example.org');
    await page.getByLabel('They may').selectOption({ label: 'read and change it' });
    await button(page, 'Share').click();
    await told(page, 'Shared with dorothy@example.org');
    const invitation = /http:\S+\/invitation\/(?!refuse)[\w.-]+/.exec(await world.lastMail())?.[0] ?? '';

    await using other = await world.tab();
    const guest = other.page;
    await guest.goto(invitation);
    await link(guest, 'Open what was shared').click();
    await link(guest, 'Create an account').click();
    await guest.getByLabel('Your name').fill('Dorothy');
    await guest.getByLabel('E-mail address').fill('dorothy@example.org');
    await guest.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await button(guest, 'Create the account').click();
    await heading(guest, 'Look into your mails').waitFor();
    await guest.goto(/http:\S+\/confirm\/[\w.-]+/.exec(await world.lastMail())?.[0] ?? '');
    await link(guest, 'Continue').click();
    await logIn(guest, { email: 'dorothy@example.org', password: PASSWORD });
    await heading(guest, 'Orbit').waitFor();
    await write(guest, '{ "apogee": 2 }');
    await button(guest, 'Save').click();
    await told(guest, 'Saved.');

    await link(guest, 'Algorithms').click();
    await guest.locator('.algos > li', { hasText: 'Orbit' }).getByText('Katherine').waitFor();
    await guest.goBack();

    await page.reload();
    await button(page, 'Withdraw the right of Dorothy').click();
    await told(page, 'Dorothy has no right any more.');
    await guest.reload();
    await guest.getByText('There is no such algorithm').waitFor();
    expect([...tab.problems, ...other.problems]).toEqual([]);
  });

  it('takes files with a report, gives them back, and changes and deletes the account', async () => {
    const { client, ...person } = await world.person('Radia');
    await using tab = await world.tab();
    const { page, problems } = tab;
    await page.goto(`${world.url}/app/upload`);
    await logIn(page, person);
    await heading(page, 'Upload').waitFor();
    const file = (name: string, text: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
    await page.getByLabel('Choose files').setInputFiles([file('Spanning tree.json', '{"x":1}'), file('Bad.json', '{')]);
    await told(page, '1 created, 1 refused.');
    await page.locator('li', { hasText: 'Bad.json' }).getByText('The file is no JSON.').waitFor();

    await link(page, 'Account').click();
    const [saved] = await Promise.all([page.waitForEvent('download'), button(page, 'Download all').click()]);
    expect(saved.suggestedFilename()).toBe('Radia.zip');
    const zip = await readFile(await saved.path());
    await link(page, 'Upload').click();
    await page.getByLabel('Choose files').setInputFiles({ name: 'all.zip', mimeType: 'application/zip', buffer: zip });
    await page.getByText('Was there already').waitFor();
    await told(page, '0 created, 0 refused. 1 there already.');

    await link(page, 'Account').click();
    const profile = page.locator('form').first();
    await profile.getByLabel('Your name').fill('Radia P.');
    await profile.getByLabel('Current password').fill('wrong password');
    await profile.getByRole('button', { name: 'Save' }).click();
    await profile.getByText('The current password is wrong.').waitFor();
    await profile.getByLabel('Current password').fill(PASSWORD);
    await profile.getByRole('button', { name: 'Save' }).click();
    await told(page, 'Your account is changed.');
    expect((await client.call('getOwnUser')).data.utilisateur.pseudo).toBe('Radia P.');
    await button(page, 'End all others').click();
    await told(page, 'All other sessions have ended.');
    await expect(client.call('getOwnUser')).rejects.toThrow(/Unauthorized/);
    await button(page, 'Delete my account').click();
    await page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD);
    await button(page, 'Delete everything for good').click();
    await heading(page, 'Log in').waitFor();
    expect(problems).toEqual([]);
  });
}
