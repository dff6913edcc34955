import { changedUser, DEFAULT_POLICY, type MailEntry, type ServiceRight, UnavailableError } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { ROUTES } from '../src/index.ts';
import { dataOf, statusAndMessage } from './suite/api.ts';
import { newPerson, PASSWORD, sharedAlgo, tokenOf } from './suite/people.ts';
import type { MemoryServer } from './support/memoryServer.ts';
import { useServer } from './support/useServer.ts';

const NEW_PASSWORD = 'another password';
const [FIRST, SECOND, THIRD] = [1, 2, 3].map((number) => `20260101T000000000Z-000000000000000${number}`) as [
  string,
  string,
  string,
];

const mail = (name: string): MailEntry => ({
  name,
  version: 1,
  date: 0,
  dueAt: null,
  rank: 1,
  entry: {
    recipient: { id: 2, adresseMail: 'ada@example.org', pseudo: 'Ada', locale: 'fr' },
    mail: { kind: 'password_changed' },
    tries: 3,
    isSlow: false,
    isTaken: false,
    answer: '550 no such user',
  },
});

/** Grace has this right over the service, and Ada shares an algorithm with her. Two mails were given up. */
async function opened(server: MemoryServer, right: ServiceRight) {
  const { api, ports } = server;
  const [grace, ada] = [await newPerson(api), await newPerson(api)];
  await sharedAlgo(api, ada, { with: grace, droits: 'Read' });
  await ports.users.change(grace.id, (now) => changedUser(now, 1, { serviceRight: right, isVerified: true }));
  await ports.users.change(ada.id, (now) => changedUser(now, 1, { locale: 'fr' }));
  for (const name of [FIRST, SECOND]) await ports.mails.add(mail(name));
  const call = (target: string, json?: object) =>
    api.call(target, { token: grace.token, ...(json !== undefined && { json }) });
  return { ...server, grace, ada, call, account: `/api/admin/accounts/${ada.id}` };
}
type World = Awaited<ReturnType<typeof opened>>;

/** Every route of the administration, in an order in which each can succeed: its answer to who may act, and whether looking is enough. */
const REQUESTS: readonly (readonly [
  id: string,
  needed: ServiceRight,
  target: (world: World) => string,
  answer: string,
  json?: object,
])[] = [
  ['adminListAccounts', 'look', () => 'GET /api/admin/accounts', '200 Admin.Success.Accounts_listed'],
  ['adminFindAccount', 'look', ({ account }) => `GET ${account}`, '200 Admin.Success.Account_found'],
  ['adminConfirm', 'act', ({ account }) => `POST ${account}/confirm`, '200 Admin.Success.Account_changed'],
  ['adminDisable', 'act', ({ account }) => `POST ${account}/disable`, '200 Admin.Success.Account_changed'],
  ['adminEnable', 'act', ({ account }) => `POST ${account}/enable`, '200 Admin.Success.Account_changed'],
  ['adminSendRecovery', 'act', ({ account }) => `POST ${account}/recovery`, '200 Admin.Success.Recovery_sent'],
  [
    'adminSetPassword',
    'act',
    ({ account }) => `PUT ${account}/password`,
    '200 Admin.Success.Account_changed',
    { password: NEW_PASSWORD },
  ],
  ['adminListSessions', 'look', ({ account }) => `GET ${account}/sessions`, '200 Admin.Success.Sessions_listed'],
  ['adminEndSessions', 'act', ({ account }) => `DELETE ${account}/sessions`, '200 Admin.Success.Sessions_ended'],
  ['adminCountShares', 'look', ({ account }) => `GET ${account}/shares`, '200 Admin.Success.Shares_counted'],
  [
    'adminDelete',
    'act',
    ({ account }) => `DELETE ${account}`,
    '200 Admin.Success.Account_deleted',
    { currentPassword: PASSWORD },
  ],
  ['adminHealth', 'look', () => 'GET /api/admin/health', '200 Admin.Success.Health_found'],
  ['adminListMails', 'look', () => 'GET /api/admin/mails', '200 Admin.Success.Mails_listed'],
  ['adminTestMail', 'act', () => 'POST /api/admin/mails/test', '200 Admin.Success.Test_mail_due'],
  ['adminRetryMail', 'act', () => `POST /api/admin/mails/${FIRST}/retry`, '200 Admin.Success.Mail_due'],
  ['adminDropMail', 'act', () => `DELETE /api/admin/mails/${SECOND}`, '200 Admin.Success.Mail_dropped'],
  ['adminListEvents', 'look', () => 'GET /api/admin/events', '200 Admin.Success.Events_listed'],
];

describe('the routes of owners of the service', () => {
  const start = useServer();

  it('are these', () => {
    const declared = ROUTES.filter(({ group }) => group === 'admin').map(({ id }) => id);
    expect(REQUESTS.map(([id]) => id)).toEqual(declared);
  });

  it('answer an owner who may act', async () => {
    const world = await opened(await start(), 'act');
    for (const [id, , target, answer, json] of REQUESTS)
      expect([id, statusAndMessage(await world.call(target(world), json))]).toEqual([id, answer]);
  });

  it('refuse an owner who may look alone wherever something changes, and change nothing then', async () => {
    const world = await opened(await start(), 'look');
    const before = await world.ports.users.findById(world.ada.id);
    for (const [id, needed, target, answer, json] of REQUESTS) {
      const expected = needed === 'look' ? answer : '403 Admin.Forbidden';
      expect([id, statusAndMessage(await world.call(target(world), json))]).toEqual([id, expected]);
    }
    expect(await world.ports.users.findById(world.ada.id)).toEqual(before);
    expect(await world.ports.mails.list({ after: '', limit: 9 })).toEqual([mail(FIRST), mail(SECOND)]);
    expect(statusAndMessage(await world.api.call('GET /api/users/me', { token: world.ada.token }))).toMatch(/^200/);
  });

  it('change no account of an owner, the own one included, and still send its recovery mail', async () => {
    const world = await opened(await start(), 'act');
    const { ada, grace, ports } = world;
    await ports.users.change(ada.id, (now) => changedUser(now, 1, { serviceRight: 'look' }));
    for (const { id } of [ada, grace]) {
      const before = await ports.users.findById(id);
      const account = `/api/admin/accounts/${id}`;
      for (const [route, needed, target, answer, json] of REQUESTS) {
        const address = target({ ...world, account });
        if (needed === 'look' || !address.includes(account)) continue;
        const expected = route === 'adminSendRecovery' ? answer : '403 Admin.Owner_account';
        expect([route, statusAndMessage(await world.call(address, json))]).toEqual([route, expected]);
      }
      expect(await ports.users.findById(id)).toEqual(before);
    }
    expect(statusAndMessage(await world.api.call('GET /api/users/me', { token: ada.token }))).toMatch(/^200/);
  });

  it('answer 404 for an account or a mail that is not there', async () => {
    const world = { ...(await opened(await start(), 'act')), account: '/api/admin/accounts/999' };
    const absent = (target: string): string => target.replace(FIRST, THIRD).replace(SECOND, THIRD);
    for (const [id, , target, , json] of REQUESTS.filter(
      ([id]) => !/^admin(?:Health|ListAccounts|ListEvents|ListMails|TestMail)$/.test(id),
    )) {
      const expected = id.endsWith('Mail') ? '404 Admin.Mail_not_found' : '404 User.Not_found';
      expect([id, statusAndMessage(await world.call(absent(target(world)), json))]).toEqual([id, expected]);
    }
  });

  it('answer 409 where it is done already, or done by others now', async () => {
    const { call, account, ports } = await opened(await start(), 'act');
    await call(`POST ${account}/confirm`);
    expect(statusAndMessage(await call(`POST ${account}/confirm`))).toBe('409 User.Already_confirmed');
    const sending = { ...mail(THIRD), dueAt: ports.clock.now() + 60_000 };
    await ports.mails.add({ ...sending, entry: { ...sending.entry, isTaken: true } });
    expect(statusAndMessage(await call(`POST /api/admin/mails/${THIRD}/retry`))).toBe('409 Admin.Mail_being_sent');
  });

  it('refuse from the request on after which the right was taken', async () => {
    const { call, ports, grace } = await opened(await start(), 'act');
    expect(statusAndMessage(await call('GET /api/admin/accounts'))).toMatch(/^200/);
    await ports.users.change(grace.id, (now) => changedUser(now, 1, { serviceRight: null }));
    expect(statusAndMessage(await call('GET /api/admin/accounts'))).toBe('403 Admin.Forbidden');
  });
});

describe('an owner of the service', () => {
  const start = useServer();

  it('sees of an account its state, its sessions, its use, and what it shares', async () => {
    const { call, account, ada } = await opened(await start(), 'look');
    const found = dataOf<object>(await call(`GET ${account}`));
    expect(found).toMatchObject({
      id: ada.id,
      adresseMail: ada.email,
      isDisabled: false,
      usage: { algos: { used: 1 } },
    });
    expect(dataOf(await call(`GET /api/admin/accounts/${ada.email}`))).toEqual(found);
    expect(dataOf(await call(`GET ${account}/sessions`))).toHaveLength(1);
    expect(dataOf(await call(`GET ${account}/shares`))).toEqual({ algos: 1, people: 1 });
  });

  it('lists accounts in pages, and sees who is an owner', async () => {
    const { call, grace, ada } = await opened(await start(), 'look');
    const first = dataOf<{ accounts: readonly object[]; next: number }>(await call('GET /api/admin/accounts?limit=1'));
    expect(first).toMatchObject({ accounts: [{ id: grace.id, serviceRight: 'look' }], next: grace.id, damaged: [] });
    const second = dataOf<{ accounts: readonly object[] }>(await call(`GET /api/admin/accounts?after=${first.next}`));
    expect(second).toMatchObject({ accounts: [{ id: ada.id }], next: null });
    expect(second.accounts[0]).not.toHaveProperty('serviceRight');
    expect(statusAndMessage(await call('GET /api/admin/accounts?limit=100'))).toMatch(/^200/);
    expect(statusAndMessage(await call('GET /api/admin/accounts?limit=101'))).toBe('400 General.Invalid_data');
  });

  it('finds accounts by the start of address or name, in pages, and each once', async () => {
    const { api, call } = await opened(await start(), 'look');
    const add = async (email: string, pseudo: string) =>
      dataOf<{ id: number }>(
        await api.call('POST /api/users/register', { json: { email, pseudo, password: PASSWORD } }),
      );
    const [zoe, other, third] = [
      await add('zoe.b@example.org', 'Zoë'),
      await add('someone@example.org', 'ZOÉ B'),
      await add('ZOE.A@example.org', 'Anne'),
    ];
    const found: number[] = [];
    for (let after = ''; ; ) {
      const target = `GET /api/admin/accounts?limit=1&start=${encodeURIComponent('zo\u0065\u0301')}${after}`;
      const page = dataOf<{ accounts: readonly { id: number }[]; next: string | null }>(await call(target));
      found.push(...page.accounts.map(({ id }) => id));
      if (page.next === null) break;
      after = `&after=${page.next}`;
    }
    expect(found).toEqual([third.id, zoe.id, other.id]);
    expect(dataOf(await call('GET /api/admin/accounts?start=nobody'))).toEqual({
      accounts: [],
      next: null,
      damaged: [],
    });
  });

  it.each([
    'after=abc',
    'start=zo&after=1',
    'start=zo&after=abc',
    `start=other&after=${Buffer.from('["pseudo","zoe",1]').toString('base64url')}`,
    `start=${'x'.repeat(255)}`,
    `start=a&after=${'x'.repeat(1_001)}`,
  ])('is refused with %s', async (query) => {
    const { call } = await opened(await start(), 'look');
    expect(statusAndMessage(await call(`GET /api/admin/accounts?${query}`))).toBe('400 General.Invalid_data');
  });

  it('sees the own right in what they read of themselves', async () => {
    const { call } = await opened(await start(), 'look');
    expect(dataOf(await call('GET /api/users/me'))).toMatchObject({ utilisateur: { serviceRight: 'look' } });
  });

  it('disables an account, whose sessions end, and which cannot log in until it is enabled', async () => {
    const { api, call, account, ada } = await opened(await start(), 'act');
    await call(`POST ${account}/disable`);
    expect(statusAndMessage(await api.call('GET /api/users/me', { token: ada.token }))).toBe(
      '401 General.Unauthorized',
    );
    const login = () => api.call('POST /api/users/login', { json: { email: ada.email, password: PASSWORD } });
    expect(statusAndMessage(await login())).toBe('401 User.Invalid_credentials');
    await call(`POST ${account}/enable`);
    expect(statusAndMessage(await login())).toBe('200 User.Success.Logged_in');
  });

  it('sets a password, which is refused where it is too short', async () => {
    const { api, call, account, ada } = await opened(await start(), 'act');
    expect(statusAndMessage(await call(`PUT ${account}/password`, { password: 'short' }))).toBe(
      '400 General.Invalid_data',
    );
    await call(`PUT ${account}/password`, { password: NEW_PASSWORD });
    expect(await tokenOf(api, { email: ada.email, password: NEW_PASSWORD })).toMatch(/./);
  });

  it('sends the recovery mail in the language of the user', async () => {
    const { call, account, ada, ports, settled } = await opened(await start(), 'act');
    await call(`POST ${account}/recovery`);
    await settled();
    const sent = ports.mailer.sent.findLast(({ mail }) => mail.kind === 'recover');
    expect(sent?.recipient).toMatchObject({ adresseMail: ada.email, locale: 'fr' });
  });

  it('deletes an account by the own password alone, and wrong ones are counted', async () => {
    const world = await opened(await start({ policy: { limits: DEFAULT_POLICY.limits } }), 'act');
    const { call, account, ada, ports } = world;
    expect(statusAndMessage(await call(`DELETE ${account}`))).toBe('400 General.Missing_data');
    const answers = [];
    for (let tries = 0; tries < 11; tries += 1)
      answers.push(statusAndMessage(await call(`DELETE ${account}`, { currentPassword: 'a wrong one' })));
    expect(new Set(answers.slice(0, 10))).toEqual(new Set(['403 User.Wrong_password']));
    expect(answers.at(-1)).toBe('429 General.Too_many_requests');
    expect(await ports.users.findById(ada.id)).not.toBeNull();
  });

  it('sees why a mail was given up, and lets it be sent again or removes it', async () => {
    const { call, ports } = await opened(await start(), 'act');
    const { mails } = dataOf<{ mails: readonly object[] }>(await call('GET /api/admin/mails'));
    expect(mails).toHaveLength(2);
    expect(mails[0]).toMatchObject({
      name: FIRST,
      place: 'failed',
      to: 'ada@example.org',
      answer: '550 no such user',
    });
    await call(`POST /api/admin/mails/${FIRST}/retry`);
    await call(`DELETE /api/admin/mails/${SECOND}`);
    expect(await ports.mails.list({ after: '', limit: 9 })).toMatchObject([{ name: FIRST, dueAt: expect.any(Number) }]);
    expect(statusAndMessage(await call(`DELETE /api/admin/mails/${SECOND}`))).toBe('404 Admin.Mail_not_found');
    const now = ports.clock.now();
    await ports.mails.add({ ...mail(THIRD), dueAt: now + 60_000, entry: { ...mail(THIRD).entry, isTaken: true } });
    expect(statusAndMessage(await call(`DELETE /api/admin/mails/${THIRD}`))).toBe('409 Admin.Mail_being_sent');
  });

  it('sends a test mail to the own address alone, in their language, at most five an hour', async () => {
    const { call, ports, grace, log, settled } = await opened(
      await start({ policy: { limits: DEFAULT_POLICY.limits } }),
      'act',
    );
    const test = () =>
      call('POST /api/admin/mails/test', { email: 'stranger@example.org', to: 'stranger@example.org' });
    const answers = [];
    for (let tries = 0; tries < 6; tries += 1) answers.push(statusAndMessage(await test()));
    expect(answers).toEqual([...Array(5).fill('200 Admin.Success.Test_mail_due'), '429 General.Too_many_requests']);
    await settled();
    const sent = ports.mailer.sent.filter(({ mail }) => mail.kind === 'test');
    expect(sent.map(({ recipient }) => recipient.adresseMail)).toEqual(Array(5).fill(grace.email));
    const events = log.flatMap((line) => JSON.parse(line).audit ?? []).filter(({ action }) => action === 'mail.tested');
    expect(events).toHaveLength(5);
    expect(events[0]).toMatchObject({ actorId: grace.id, targetId: grace.id });
  });

  it('gets no test mail at an address that is not confirmed, and 503 where no mail can be taken', async () => {
    const { api, call, ports } = await opened(await start(), 'act');
    const bob = await newPerson(api);
    await ports.users.change(bob.id, (now) => changedUser(now, 1, { serviceRight: 'act' }));
    const answer = await api.call('POST /api/admin/mails/test', { token: bob.token });
    expect(statusAndMessage(answer)).toBe('403 User.Not_verified');
    ports.mailer.send = () => Promise.reject(new UnavailableError());
    expect(statusAndMessage(await call('POST /api/admin/mails/test'))).toBe('503 General.Unavailable');
  });

  it('is in the audit events of what they do', async () => {
    const { call, account, grace, ada, log } = await opened(await start(), 'act');
    await call(`POST ${account}/disable`);
    const events = log.flatMap((line) => JSON.parse(line).audit ?? []);
    expect(events.at(-1)).toMatchObject({ action: 'user.disabled', actorId: grace.id, targetId: ada.id });
  });
});
