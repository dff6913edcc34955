import { describe, expect, it } from 'vitest';
import { type AuthenticatedCaller, changedUser, DomainError, firstKey, type OPERATIONS } from '../src/index.ts';
import { newUsers } from '../testkit/suites/samples.ts';
import { filesOf } from './archives/support/archive.ts';
import type { Step } from './support/intercept.ts';
import { logIn, mailedToken, member, openWorld, PASSWORD, type World } from './support/world.ts';

/*
 * The rule: nothing that a request does in one turn of the event loop takes more than 50 ms, at twice the size that the bounds allow. It is
 * counted, not timed: a call of a port counts as 100 values, which is what SQLite needs for one, and each value or 16 characters that it
 * takes or gives as one. A microsecond each makes 50 ms of the bound. What an adapter does within a call has tests of its own.
 */
const CALL = 100;
const CHARACTERS = 16;
const MOST = 50_000;

const NAME = '\ufdfa'.repeat(255);

/** How much a value is. */
function weightOf(value: unknown): number {
  if (typeof value === 'string') return 1 + value.length / CHARACTERS;
  if (ArrayBuffer.isView(value)) return 1 + value.byteLength / CHARACTERS;
  if (typeof value !== 'object' || value === null || value instanceof Date) return 1;
  return Object.values(value).reduce<number>((sum, one) => sum + weightOf(one), 1);
}

/** Counts what is done in each turn. `most`: in one since `begin`. */
class Turns {
  most = 0;
  #isCounting = false;
  #now = 0;
  #isPlanned = false;

  readonly step: Step = async (_name, run) => {
    if (!this.#isCounting) return run();
    this.#add(CALL);
    const result = await run();
    this.#add(weightOf(result));
    return result;
  };

  begin(): void {
    [this.#isCounting, this.most, this.#now] = [true, 0, 0];
  }

  #add(weight: number): void {
    this.#now += weight;
    this.most = Math.max(this.most, this.#now);
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setImmediate(() => {
      [this.#now, this.#isPlanned] = [0, false];
    });
  }
}

interface Scene {
  readonly world: World;
  readonly turns: Turns;
  /** Has as many folders, sessions and versions as the bounds allow, and more algorithms than can be worked on in one turn. */
  readonly ada: AuthenticatedCaller;
  /** Shares 200 algorithms with Ada. */
  readonly bob: AuthenticatedCaller;
  readonly token: string;
  /** Of Ada: shared, in a folder, with versions. */
  readonly algo: number;
  /** Of Ada, in the bin. */
  readonly binned: number;
  /** Of Bob, shared with Ada. */
  readonly shared: number;
}

const list = <Value>(count: number, make: (at: number) => Value): Value[] =>
  Array.from({ length: count }, (_, at) => make(at));

const SHARED_WITH = 200;
const ALGOS = 200;
const BINNED = 40;
const PEOPLE = 1_000;

async function opened(): Promise<Scene> {
  const turns = new Turns();
  const world = openWorld({ step: turns.step, policy: { limits: null }, endsWithAnswer: true });
  const [ada, bob] = [await member(world, 'ada'), await member(world, 'bob')];
  const { ports, service } = world;
  for (const user of newUsers(PEOPLE, { due: [] })) await ports.users.insert(user);
  const folders = list(999, (at) => ({
    id: at + 1,
    nom: `${at} ${NAME.slice(0, 35)}`,
    parentId: at > 0 && at < 32 ? at : null,
  }));
  await ports.folders.compareAndSet(ada.user.id, 0, { lastId: 999, folders });
  const grants = (first: number) =>
    list(SHARED_WITH, (at) => ({ idUtilisateur: at === 0 ? first : 2 + at, droits: 'Read' as const, date: 1 }));
  const made = async (owner: AuthenticatedCaller, other: AuthenticatedCaller, at: number) => {
    const { algo } = await service.createAlgo(
      { ownerId: owner.user.id, nom: `${at}${NAME}`.slice(0, 255), sourceCode: { at } },
      owner,
    );
    const record = await ports.algos.findById(algo.id);
    if (record !== null)
      await ports.algos.compareAndSet(algo.id, record.version, { permsAlgorithme: grants(other.user.id) });
    await ports.algos.place(algo.id, ada.user.id, 32);
    return algo.id;
  };
  const own: number[] = [];
  for (let at = 0; at < ALGOS; at += 1) own.push(await made(ada, bob, at));
  const shared: number[] = [];
  for (let at = 0; at < ALGOS; at += 1) shared.push(await made(bob, ada, at));
  const [algo = 0, binned = 0, ...others] = own;
  for (let at = 0; at < 20; at += 1)
    await service.patchAlgo({ id: algo, changes: { sourceCode: { at, text: 'x'.repeat(500) } } }, ada);
  for (const id of [binned, ...others.slice(0, BINNED)]) await service.deleteAlgo({ id }, ada);
  await ports.users.change(ada.user.id, (now) => changedUser(now, 1, { serviceRight: 'act', isVerified: true }));
  for (let count = 0; count < 40; count += 1) await service.login({ email: 'ada@example.org', password: PASSWORD });
  const { token } = await service.login({ email: 'ada@example.org', password: PASSWORD });
  await service.settled();
  return { world, turns, ada: await service.authenticate(token), bob, token, algo, binned, shared: shared[0] ?? 0 };
}

const SOURCE = { text: 'x'.repeat(400_000), values: list(20_000, (at) => at) };
const EMAIL = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.org`;
const LONG = 'p'.repeat(255);
const MAIL_NAME = '20260101T000000000Z-0000000000000001';
const WRONG_TOKEN = 'a'.repeat(10_000);

/** Each operation with the largest input of each field. A new operation without a row is refused by the compiler. */
const LARGEST: { readonly [Name in keyof typeof OPERATIONS]: (scene: Scene) => Promise<unknown> } = {
  async acceptInvitation({ world, ada, bob, turns }) {
    const { algos } = await world.service.searchAlgos({ role: 'owner', limit: 120 }, bob);
    for (const { id } of algos) await world.service.shareAlgo({ id, share: { email: EMAIL, droits: 'Read' } }, bob);
    const token = mailedToken(world, 'share_invitation');
    turns.begin();
    await world.service.acceptInvitation(token, ada);
  },
  adminConfirm: ({ world, ada }) => world.service.adminConfirm(9, ada),
  adminCountShares: ({ world, ada }) => world.service.adminCountShares(2, ada),
  adminDelete: ({ world, ada }) => world.service.adminDelete({ id: 2, proof: { currentPassword: PASSWORD } }, ada),
  adminDisable: ({ world, ada }) => world.service.adminDisable(500, ada),
  adminDropMail: ({ world, ada }) => world.service.adminDropMail(MAIL_NAME, ada),
  adminEnable: ({ world, ada }) => world.service.adminEnable(500, ada),
  async adminEndSessions({ world, ada, bob, turns }) {
    for (let count = 0; count < 40; count += 1) await logIn(world, 'bob');
    turns.begin();
    return world.service.adminEndSessions(bob.user.id, ada);
  },
  adminFindAccount: ({ world, ada }) => world.service.adminFindAccount('bob@example.org', ada),
  adminHealth: ({ world, ada }) => world.service.adminHealth(ada),
  adminListAccounts: ({ world, ada }) =>
    world.service.adminListAccounts({ limit: 100, start: NAME.slice(0, 254) }, ada),
  async adminListEvents({ world, ada, turns }) {
    const event = { action: 'login.failed', actorId: null, targetId: ada.user.id, address: null } as const;
    const time = firstKey(world.ports.clock.now());
    const keys = list(1_000, (at) => `${time}${at.toString(16).padStart(12, '0')}`);
    await world.ports.events.append(keys.map((key) => ({ key, ...event, requestId: 'r'.repeat(100), limit: null })));
    turns.begin();
    return world.service.adminListEvents({ account: ada.user.id, kind: 'login.failed', limit: 1_000 }, ada);
  },
  adminListMails: ({ world, ada }) => world.service.adminListMails({}, ada),
  adminListSessions: ({ world, ada }) => world.service.adminListSessions(1, ada),
  adminRetryMail: ({ world, ada }) => world.service.adminRetryMail(MAIL_NAME, ada),
  adminSendRecovery: ({ world, ada }) => world.service.adminSendRecovery(501, ada),
  adminTestMail: ({ world, ada }) => world.service.adminTestMail(ada),
  adminSetPassword: ({ world, ada }) => world.service.adminSetPassword({ id: 502, changes: { password: LONG } }, ada),
  authenticate: ({ world, token }) => world.service.authenticate(token),
  changeEmail: ({ world }) => world.service.changeEmail(WRONG_TOKEN),
  checkEmail: ({ world }) => world.service.checkEmail(WRONG_TOKEN),
  checkEmailBack: ({ world }) => world.service.checkEmailBack(WRONG_TOKEN),
  checkInvitation: ({ world }) => world.service.checkInvitation(WRONG_TOKEN),
  checkRecovery: ({ world }) => world.service.checkRecovery(WRONG_TOKEN),
  confirmUser: ({ world }) => world.service.confirmUser(mailedToken(world, 'confirm')),
  copyAlgo: ({ world, ada, shared }) =>
    world.service.copyAlgo({ id: shared, changes: { nom: NAME, dossierId: 32 } }, ada),
  createAlgo: ({ world, ada }) =>
    world.service.createAlgo({ ownerId: ada.user.id, nom: NAME, sourceCode: SOURCE, dossierId: 32 }, ada),
  createFolder: ({ world, ada }) => world.service.createFolder({ folder: { nom: NAME, parentId: 31 } }, ada),
  deleteAlgo: ({ world, ada, algo }) => world.service.deleteAlgo({ id: algo }, ada),
  deleteFolder: ({ world, ada }) => world.service.deleteFolder({ id: 1, which: { recursive: true } }, ada),
  deleteUser: ({ world, ada }) => world.service.deleteUser({ id: ada.user.id }, ada),
  emptyBin: ({ world, ada }) => world.service.emptyBin(ada),
  endSession: ({ world, ada }) => world.service.endSession({ id: ada.user.id, sessionId: 'a'.repeat(32) }, ada),
  endSessions: ({ world, ada }) => world.service.endSessions({ id: ada.user.id, which: { all: false } }, ada),
  endShare: ({ world, ada, algo }) => world.service.endShare({ id: algo, idUtilisateur: 2 }, ada),
  async endWaitingShare({ world, ada, algo, turns }) {
    await world.service.shareAlgo({ id: algo, share: { email: EMAIL, droits: 'Read' } }, ada);
    turns.begin();
    await world.service.endWaitingShare({ id: algo, share: { email: EMAIL } }, ada);
  },
  async exportUser({ world, ada }) {
    const { entries } = await world.service.exportUser(ada.user.id, ada);
    for await (const { chunks } of entries)
      for await (const _ of chunks) await new Promise((resolve) => setImmediate(resolve)); // the reader takes it
  },
  getAlgo: ({ world, ada, algo }) => world.service.getAlgo({ id: algo }, ada),
  getOwnUser: ({ world, ada }) => world.service.getOwnUser(ada),
  getUser: ({ world, ada }) => world.service.getUser(2, ada),
  getVersion: ({ world, ada, algo }) => world.service.getVersion({ id: algo, version: 5 }, ada),
  importAlgos: ({ world, ada }) => world.service.importAlgos({ files: filesOf(archive()) }, ada),
  leaveOwner: ({ world, ada }) => world.service.leaveOwner({ id: 2 }, ada),
  leaveAlgo: ({ world, ada, shared }) => world.service.leaveAlgo({ id: shared }, ada),
  listAlgos: ({ world, ada }) => world.service.listAlgos({ id: ada.user.id, page: { limit: 1_000 } }, ada),
  listBin: ({ world, ada }) => world.service.listBin({ page: { limit: 1_000 } }, ada),
  listFolders: ({ world, ada }) => world.service.listFolders(ada),
  listSessions: ({ world, ada }) => world.service.listSessions(ada.user.id, ada),
  listShares: ({ world, ada, algo }) => world.service.listShares(algo, ada),
  listVersions: ({ world, ada, algo }) => world.service.listVersions({ id: algo }, ada),
  login: ({ world }) => world.service.login({ email: 'ada@example.org', password: LONG }),
  async logout({ world }) {
    const { token } = await world.service.login({ email: 'bob@example.org', password: PASSWORD });
    await world.service.logout(await world.service.authenticate(token));
  },
  patchAlgo: ({ world, ada, algo }) =>
    world.service.patchAlgo({ id: algo, changes: { nom: NAME, sourceCode: SOURCE, permsAlgorithme: toMany } }, ada),
  placeAlgo: ({ world, ada, shared }) => world.service.placeAlgo({ id: shared, place: { dossierId: 31 } }, ada),
  purgeAlgo: ({ world, ada, binned }) => world.service.purgeAlgo({ id: binned }, ada),
  recoverPassword: ({ world }) => world.service.recoverPassword({ email: EMAIL }),
  refuseInvitations: ({ world }) => world.service.refuseInvitations(WRONG_TOKEN),
  registerUser: ({ world }) => world.service.registerUser({ email: EMAIL, password: LONG, pseudo: 'p'.repeat(30) }),
  requestEmail: ({ world, ada }) =>
    world.service.requestEmail({ id: ada.user.id, changes: { currentPassword: PASSWORD, newEmail: EMAIL } }, ada),
  resendConfirmation: ({ world }) => world.service.resendConfirmation({ email: EMAIL }),
  resetPassword: ({ world }) => world.service.resetPassword({ token: WRONG_TOKEN, changes: { password: LONG } }),
  restoreAlgo: ({ world, ada, binned }) => world.service.restoreAlgo({ id: binned }, ada),
  restoreVersion: ({ world, ada, algo }) => world.service.restoreVersion({ id: algo, version: 5 }, ada),
  resumeWork: ({ world }) => world.service.resumeWork(),
  searchAlgos: ({ world, ada }) => world.service.searchAlgos({ q: 'absent', limit: 1_000, total: true }, ada),
  shareAlgo: ({ world, ada, algo }) =>
    world.service.shareAlgo({ id: algo, share: { email: EMAIL, droits: 'Read' } }, ada),
  takeBackEmail: ({ world }) => world.service.takeBackEmail(WRONG_TOKEN),
  updateAlgo: ({ world, ada, algo }) =>
    world.service.updateAlgo({ id: algo, changes: { nom: NAME, sourceCode: SOURCE, permsAlgorithme: toMany } }, ada),
  updateFolder: ({ world, ada }) =>
    world.service.updateFolder({ id: 40, changes: { nom: NAME.slice(1), parentId: 31 } }, ada),
  updateUser: ({ world, ada }) =>
    world.service.updateUser(
      {
        id: ada.user.id,
        changes: { currentPassword: PASSWORD, newPassword: LONG, urlPfp: `https://x.org/${'p'.repeat(2_000)}` },
      },
      ada,
    ),
};

const toMany = list(1_000, (at) => ({ idUtilisateur: at + 3, droits: 'Read' }));

/** The folders of the index lie deeper than they may, and there are more files than an import may refuse. */
function archive(): Readonly<Record<string, string>> {
  const paths = list(800, (at) => `${'folder/'.repeat(32)}${at} ${NAME.slice(0, 200)}.json`);
  const algos = paths.map((path) => ({ path, nom: NAME, dossierId: 255 }));
  const dossiers = list(510, (at) => ({ id: at + 1, nom: NAME, parentId: at === 0 ? null : at, path: `${at}/` }));
  const index = { format: 'algotheque-export', version: 1, dossiers, algos };
  return { 'index.json': JSON.stringify(index), ...Object.fromEntries(paths.map((path, at) => [path, `[${at}]`])) };
}

/** What these change is what others need: each has a scene of its own. */
const ALONE = [
  'acceptInvitation',
  'adminDelete',
  'adminEndSessions',
  'copyAlgo',
  'deleteAlgo',
  'deleteFolder',
  'deleteUser',
  'emptyBin',
  'importAlgos',
  'leaveAlgo',
  'leaveOwner',
  'patchAlgo',
  'purgeAlgo',
  'restoreAlgo',
  'updateAlgo',
];

/** Those of a token that no mail had, and others that must not change what the next ones need. */
const REFUSED = [
  'adminDropMail',
  'adminRetryMail',
  'changeEmail',
  'checkEmail',
  'checkEmailBack',
  'checkInvitation',
  'checkRecovery',
  'endSession',
  'login',
  'refuseInvitations',
  'resetPassword',
  'takeBackEmail',
];

describe('at twice its largest size', () => {
  let together: Promise<Scene> | null = null;
  const scene = (name: string): Promise<Scene> => {
    if (ALONE.includes(name)) return opened();
    together ??= opened();
    return together;
  };

  it.each(Object.entries(LARGEST))('%s does no more in a turn of the event loop than the bound', async (name, run) => {
    const given = await scene(name);
    await new Promise((resolve) => setImmediate(resolve));
    given.turns.begin();
    const isDone = await run(given).then(
      () => true,
      (error: unknown) => {
        if (error instanceof DomainError) return false;
        throw error;
      },
    );
    expect([name, isDone]).toEqual([name, !REFUSED.includes(name)]);
    expect(given.turns.most).toBeGreaterThan(0);
    expect(given.turns.most).toBeLessThanOrEqual(MOST);
  });
});
