import { readFile } from 'node:fs/promises';
import { firstKey, type LimitName, type MailEntry, type StoredEvent } from '@algotheque/domain';
import type { Page } from '@algotheque/testing/browser';
import { expect, it } from 'vitest';
import { button, heading, link, logIn, PASSWORD, seesNoBarriers, told, type World } from './world.ts';

/** It is text wherever it is shown. */
const MARKUP = '<img src=x onerror=alert(1)>';
const NEW_PASSWORD = 'another engine';

/** Presses a button, and answers its question. */
async function press(page: Page, name: string): Promise<void> {
  await button(page, name).click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}
async function find(page: Page, who: string): Promise<void> {
  await page.getByLabel('Number, or start of address or name').fill(who);
  await page.keyboard.press('Enter');
}
export const buttonsIn = (page: Page) => page.locator('main button').allInnerTexts();

export const givenUp = (digit: number, to: string): MailEntry => ({
  name: `20260101T000000000Z-000000000000000${digit}`,
  version: 1,
  date: 0,
  dueAt: null,
  rank: 1,
  entry: {
    recipient: { id: 2, adresseMail: to, pseudo: 'Ada', locale: 'fr' },
    mail: { kind: 'password_changed' },
    tries: 3,
    isSlow: false,
    isTaken: false,
    answer: `550 no such user ${MARKUP}`,
  },
});

/** What events call each limit. */
const LIMITS: Readonly<Record<LimitName, string>> = {
  loginPair: 'Failed logins to one account from one address',
  loginEmail: 'Failed logins to one account',
  loginAddress: 'Failed logins from one address',
  loginNetwork: 'Failed logins from one network',
  register: 'Registrations from one address',
  registerNetwork: 'Registrations from one network',
  mailAddress: 'Mails asked for from one address',
  mailNetwork: 'Mails asked for from one network',
  newPassword: 'New passwords of one account',
  share: 'Shares of one account',
  shareAddress: 'Shares from one address',
  shareNetwork: 'Shares from one network',
  transfers: 'Exports and imports at one time',
};

/** What owners of the service do in the console, on the store of a world. */
export function adminFlows(world: () => World): void {
  it('lets an owner who may act find an account, change it and delete it', async () => {
    const owner = await world().person('Ada', 'act');
    const { client, ...person } = await world().person(MARKUP);
    const body = { ownerId: person.id, nom: 'Shared', sourceCode: [] };
    const params = { path: { id: (await client.call('createAlgo', { body })).data.id } };
    await client.call('shareAlgo', { params, body: { idUtilisateur: owner.id, droits: 'Read' } });
    await using tab = await world().tab();
    const { page, problems } = tab;
    await page.goto(`${world().url}/admin`);
    await page.getByText('Log in with the account of an owner').waitFor();
    await logIn(page, owner);
    await heading(page, 'Accounts').waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin');
    for (const who of ['..', '999', 'nobody@example.org', '%', '&start=']) {
      await page.goto(`${world().url}/admin`);
      await find(page, who);
      await page.getByText('No account here has an address or a name that begins so.').waitFor();
      await heading(page, `Accounts that begin with “${who}”`).waitFor();
    }
    await find(page, person.email.toUpperCase());
    await link(page, MARKUP).click();
    await heading(page, MARKUP).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/admin/accounts/${person.id}`);
    await page.getByText('1 algorithm is shared with 1 person.').waitFor();

    await press(page, 'Confirm the address');
    await told(page, 'The account was changed.');
    await page.locator('dd', { hasText: 'In use' }).waitFor();
    await press(page, 'Disable');
    await page.locator('dd', { hasText: 'Disabled' }).waitFor();
    await page.getByText('There is no session: nobody is logged in.').waitFor();
    await expect(client.call('getOwnUser')).rejects.toThrow(/Unauthorized/);
    await press(page, 'Enable');
    await page.locator('dd', { hasText: 'In use' }).waitFor();
    await press(page, 'Send the recovery mail');
    await told(page, 'A mail to recover the password is on its way');

    const password = page.getByLabel('New password of the account');
    await password.fill('short');
    await press(page, 'Set the password');
    await page.getByText('This is too short.').waitFor();
    await page.locator('[name=password]:focus').waitFor();
    await password.fill(NEW_PASSWORD);
    await press(page, 'Set the password');
    await told(page, 'The account was changed.');
    await client.call('login', { body: { email: person.email, password: NEW_PASSWORD } });
    await press(page, 'End all sessions');
    await told(page, 'The sessions of the account were ended.');
    await expect(client.call('getOwnUser')).rejects.toThrow(/Unauthorized/);

    await button(page, 'Delete this account').click();
    const question = page.getByRole('dialog');
    await question.getByText('1 algorithm is shared with 1 person.').waitFor();
    await question.getByLabel('Your own password').fill(NEW_PASSWORD);
    await button(page, 'Delete it for good').click();
    await question.getByText('The current password is wrong.').waitFor();
    await question.getByLabel('Your own password').fill(PASSWORD);
    await button(page, 'Delete it for good').click();
    await told(page, 'The account was deleted');
    await heading(page, 'Accounts').waitFor();
    await link(page, 'Ada').waitFor();
    expect(await page.getByText(MARKUP).count()).toBe(0);

    await find(page, String(owner.id));
    await page.getByText('can only be changed on the machine').waitFor();
    expect(await buttonsIn(page)).toEqual(['Send the recovery mail']);
    await link(page, `Accounts that begin with “${owner.id}”`).click();
    await heading(page, `Accounts that begin with “${owner.id}”`).waitFor();
    await page.getByText('No account here has an address or a name that begins so.').waitFor();
    await link(page, 'Algorithms').click();
    await heading(page, 'Algorithms').waitFor();
    await link(page, 'Administration').click();
    await heading(page, 'Accounts').waitFor();
    await page.locator('h1:focus', { hasText: 'Accounts' }).waitFor();
    await link(page, 'Health').click();
    await page.locator('.facts', { hasText: /Records.*Serves.*Contents.*Serves.*Mails.*Serves/s }).waitFor();
    await page.locator('.facts', { hasText: 'Version' }).waitFor();
    expect([problems, await page.locator('img').count()]).toEqual([[], 0]);
  });

  it('shows accounts in pages of 50, to which the way back leads', async () => {
    const owner = await world().person('Grace', 'look');
    await using tab = await world().tab();
    const { page, problems } = tab;
    await page.route(/api\/admin\/accounts\?/, (route) => {
      const url = route.request().url();
      expect(url).toContain('limit=50');
      return route.continue({ url: url.replace('limit=50', 'limit=1') });
    });
    await page.goto(`${world().url}/admin`);
    await logIn(page, owner);
    const names = page.locator('.algos .name');
    await names.waitFor();
    const first = await names.innerText();
    await link(page, 'Next page').click();
    await names.filter({ hasNotText: first }).waitFor();
    const second = await names.innerText();
    await names.click();
    await heading(page, second).waitFor();
    await page.goBack();
    await names.filter({ hasText: second }).waitFor();
    await link(page, 'First page').click();
    await names.filter({ hasText: first }).waitFor();
    await page.goto(`${world().url}/admin?after=999999`);
    await page.getByText('There are no further accounts.').waitFor();
    await find(page, 'PERSON');
    await names.waitFor();
    const found = await names.innerText();
    await link(page, 'Next page').click();
    await names.filter({ hasNotText: found }).waitFor();
    await link(page, 'First page').click();
    await names.filter({ hasText: found }).waitFor();
    expect(await page.getByLabel('Number, or start of address or name').inputValue()).toBe('PERSON');
    await link(page, 'All accounts').click();
    await heading(page, 'Accounts').waitFor();
    await names.filter({ hasText: first }).waitFor();
    const message = 'Responses.Admin.Success.Accounts_listed';
    await page.route(/start=none/, (route) =>
      route.fulfill({ json: { status: 200, message, data: { accounts: [], next: 'more', damaged: [] } } }),
    );
    await find(page, 'none');
    await page.getByText('None on this page.').waitFor();
    await link(page, 'Next page').click();
    expect(new URL(page.url()).search).toBe('?start=none&after=more');
    expect(problems).toEqual([]);
  });

  it('says why mails wait, sends them again and drops them', async () => {
    const owner = await world().person('Hedy', 'act');
    await world().ports.mails.add(givenUp(1, 'first@example.org'));
    await world().ports.mails.add(givenUp(2, 'second@example.org'));
    await using tab = await world().tab();
    const { page, problems } = tab;
    await page.goto(`${world().url}/admin/mails`);
    await logIn(page, owner);
    const second = page.locator('.algos > li', { hasText: 'second@example.org' });
    await second.getByText(`The mail server said: 550 no such user ${MARKUP}`).waitFor();
    await second.getByText('Given up').waitFor();
    await second.getByText('3 tries').waitFor();
    await button(page, 'Send a test mail to me').click();
    await told(page, 'The mail to you will be sent.');
    expect(await world().lastMail()).toMatch(new RegExp(`^To: .*${owner.email}[^]*as an owner of Algotheque`, 'm'));
    await button(page, 'Send again to second@example.org').click();
    await told(page, 'The mail will be sent again.');
    await button(page, 'Drop the mail to first@example.org').click();
    await button(page, 'Drop').click();
    await told(page, 'The mail was removed.');
    await page.locator('.algos > li', { hasText: 'first@example.org' }).waitFor({ state: 'detached' });
    const [again, ...others] = await world().ports.mails.list({ after: '', limit: 9 });
    expect([again?.entry.recipient.adresseMail, again?.dueAt]).toEqual(['second@example.org', expect.any(Number)]);
    expect(others).toEqual([]);
    // Somebody else has dropped it meanwhile.
    if (again !== undefined) await world().ports.mails.remove(again);
    await button(page, 'Send again to second@example.org').click();
    await page.getByText('There is no such mail; perhaps it has been sent.').waitFor();
    await button(page, 'Read again').click();
    await page.getByText('No mail waits, and none was given up.').waitFor();
    expect([problems, await page.locator('img').count()]).toEqual([[], 0]);
  });

  it('shows events by account, kind and time, further ones too, and saves them as a file', async () => {
    const owner = await world().person('Margaret', 'look');
    const { id } = await world().person(MARKUP);
    const noon = new Date(2026, 10, 3, 12).getTime();
    const event = (number: number, fields: Partial<StoredEvent> = {}): StoredEvent => ({
      key: `${firstKey(noon + number)}${number.toString(16).padStart(12, '0')}`,
      action: 'login.failed',
      actorId: null,
      targetId: id,
      address: '192.0.2.0/24',
      requestId: MARKUP,
      limit: null,
      ...fields,
    });
    await world().ports.events.append(Array.from({ length: 60 }, (_, number) => event(number)));
    await world().ports.events.append([
      event(60, { action: 'algo.left', actorId: id, targetId: 12 }),
      event(61, { targetId: 999 }),
    ]);
    await using tab = await world().tab();
    const { page, problems } = tab;
    const rows = page.locator('.algos > li');
    await page.goto(`${world().url}/admin/accounts/${id}`);
    await logIn(page, owner);
    const last = page.locator('section', { has: page.getByRole('heading', { name: 'Last events' }) });
    await last.getByText('Shared algorithm left').waitFor();
    await last.getByText('to algorithm 12').waitFor();
    expect(await last.getByRole('listitem').count()).toBe(10);
    await link(page, 'All events of the account').click();
    await heading(page, 'Events').waitFor();
    await rows.nth(49).waitFor();
    expect(await page.getByLabel('Number of an account').inputValue()).toBe(String(id));
    await page.getByLabel('Kind').selectOption('Login failed');
    await page.getByLabel('From').fill('2026-11-03');
    await page.getByLabel('Until').fill('2026-11-03');
    await button(page, 'Show').click();
    await page.waitForURL(`**/admin/events?account=${id}&kind=login.failed&since=2026-11-03&until=2026-11-03`);
    await rows.nth(49).waitFor();
    await expect.poll(() => rows.first().innerText()).toContain('Login failed');
    expect(await rows.first().innerText()).toContain(`to ${MARKUP} (${id})`);
    expect(await rows.first().innerText()).toContain('192.0.2.0/24');
    expect(await rows.first().innerText()).toContain(`Request ${MARKUP}`);
    await link(page, 'Next page').click();
    await page.waitForURL(/until=2026-11-03&after=/);
    await expect.poll(() => rows.count()).toBe(10);
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Save as a file').click()]);
    expect(file.suggestedFilename()).toBe('events.jsonl');
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).date)).toEqual(Array.from({ length: 60 }, (_, at) => noon + 59 - at));
    await told(page, 'The file has 60 events, one a line (JSON).');
    await page.getByLabel('From').fill('2026-11-04');
    await page.getByLabel('Until').fill('');
    await button(page, 'Show').click();
    await page.getByText('There is no such event.').waitFor();
    const limits = Object.keys(LIMITS) as LimitName[]; // its names
    await world().ports.events.append(limits.map((limit, at) => event(100 + at, { action: 'limit.refused', limit })));
    await page.goto(`${world().url}/admin/events?account=${id}&kind=limit.refused`);
    await rows.nth(limits.length - 1).waitFor();
    expect((await rows.locator('.tag').allInnerTexts()).reverse()).toEqual(Object.values(LIMITS));
    await page.goto(`${world().url}/admin/events?account=ada&kind=nothing&since=never&until=2026`);
    await rows.first().waitFor();
    expect([problems, await page.locator('img').count()]).toEqual([[], 0]);
  });

  it('saves a bounded number of events, the newest ones, and says so', async () => {
    const owner = await world().person('Joan', 'look');
    const key = (number: number): string => `${firstKey(number)}${number.toString(16).padStart(12, '0')}`;
    const more = { action: 'logout', actorId: owner.id, targetId: owner.id, address: null, requestId: null } as const;
    const now = Date.now();
    const events = Array.from({ length: 10_001 }, (_, at) => ({ key: key(now + at), ...more, limit: null }));
    await world().ports.events.append(events);
    await using tab = await world().tab();
    const { page, problems } = tab;
    await page.goto(`${world().url}/admin/events?account=${owner.id}&kind=logout`);
    await logIn(page, owner);
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Save as a file').click()]);
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\n');
    expect(lines).toHaveLength(10_000);
    await told(page, 'The file has the newest 10,000 events.');
    await world().ports.events.removeOld({ from: key(now + 10_001), most: 0 });
    expect(problems).toEqual([]);
  });

  it('tells others that it is for owners, and loads nothing of it', async () => {
    const person = await world().person('Edsger');
    await using tab = await world().tab();
    const { page, problems } = tab;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${world().url}/admin/mails`);
    await logIn(page, person);
    await page.getByText('Your account has no right over the service.').waitFor();
    expect(asked.filter((path) => /AdminArea|api\/admin/.test(path))).toEqual([]);
    expect(asked.filter((path) => path.startsWith('/app/assets/main-'))).toHaveLength(2); // styles and script
    await seesNoBarriers(page, `${world().url}/admin`, 'h1');
    await link(page, 'To your algorithms').click();
    await heading(page, 'Algorithms').waitFor();
    expect(await link(page, 'Administration').count()).toBe(0);
    expect(problems).toEqual([]);
  });
}
