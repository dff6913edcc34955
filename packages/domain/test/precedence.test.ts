import { describe, expect, it } from 'vitest';
import { DomainError, type RateLimiter, Responses } from '../src/index.ts';
import { sessionIdOf } from '../src/sessions/userSessions.ts';
import { memoryRateLimiter } from '../testkit/memory/index.ts';
import { filesOf } from './archives/support/archive.ts';
import { openSharedAlgo, type SharedAlgo } from './support/algos.ts';
import { by, type Fault, fault, field, id, type Request } from './support/faults.ts';
import { emailOf, mailedToken, PASSWORD } from './support/world.ts';

const { Missing_data, Invalid_data, Unauthorized, Too_many_requests } = Responses.General;
const { Email_already_exists, Invalid_credentials, Wrong_password, Invalid_token } = Responses.User;
const { Forbidden_create, Forbidden_update, Forbidden_share, Forbidden_delete, Conflict, Invalid, Quota_exceeded } =
  Responses.Algo;
const { Share_not_found } = Responses.Algo;
const NO_ALGO = Responses.Algo.Not_found;
const NO_USER = Responses.User.Not_found;

/** Larger than the unused part of this quota. */
const quota = { algos: 10, bytes: 1_000 };
const tooMuch = field(Quota_exceeded, { sourceCode: ['x'.repeat(quota.bytes)] });

/** From this address all registrations and guesses are refused. */
const FULL = '203.0.113.1';

const anonymous = fault(Unauthorized, (request) => ({ ...request, caller: { address: '192.0.2.1' } }));
const full = fault(Too_many_requests, (request) => ({ ...request, caller: { ...request.caller, address: FULL } }));
const stale = fault(Conflict, (request) => ({ ...request, ifVersion: [1] }));
const staleTree = fault(Responses.Folder.Conflict, (request) => ({ ...request, ifVersion: [1] }));
const noId = id(`${Invalid_data} /id`, 'x');
const noVersion = field(`${Invalid_data} /version`, { version: 'x' });
const unknownVersion = field(Responses.Algo.Version_not_found, { version: 2 }); // that of the algorithm
/** The faults of an operation that has an id and nothing else, and that only this user may do. */
const notSelf = [id(NO_USER, 99), id(Responses.User.Forbidden, 2)];
const ofSelf = [anonymous, noId, ...notSelf];
/** Those of a password that is sent. */
const guarded = [full, field(Wrong_password, { currentPassword: 'wrong' })];
const hidden = by(NO_ALGO, 'stranger');
const shortName = field(`${Invalid_data} /nom`, { nom: 'x' });
const noFolder = field(Responses.Folder.Not_found, { dossierId: 99 });
const sharing = fault(Forbidden_share, ({ body, ...request }, { writer }) => ({
  ...request,
  caller: writer,
  body: { permsAlgorithme: [], ...body },
}));

interface Operation {
  readonly body?: Request['body'];
  /** Whose request it is. Default: the owner's. */
  readonly by?: 'owner' | 'writer';
  readonly run: (shared: SharedAlgo, request: Request) => Promise<unknown>;
  /** The failures, in the order of their precedence. */
  readonly faults: readonly Fault[];
}

const source = { nom: 'Sort', sourceCode: {} };
const unknownUser = field(`${Invalid_data} /permsAlgorithme/0/idUtilisateur`, {
  permsAlgorithme: [{ idUtilisateur: 99, droits: 'Read' }],
});

/** Those of a change, after its fields. */
const ofChange = [
  field(`${Invalid_data} /id`, { id: 2 }),
  hidden,
  by(Forbidden_update, 'reader'),
  sharing,
  stale,
  unknownUser,
  field(Invalid, { sourceCode: 12 }),
  tooMuch,
];

const OPERATIONS: Readonly<Record<string, Operation>> = {
  registerUser: {
    body: { email: emailOf('new'), password: PASSWORD, pseudo: 'New' },
    run: ({ world }, { body, caller }) => world.service.registerUser(body, caller),
    faults: [
      field(Missing_data, { pseudo: '' }),
      field(`${Invalid_data} /password`, { password: 'x' }),
      full,
      field(Email_already_exists, { email: emailOf('owner') }),
    ],
  },
  login: {
    body: { email: emailOf('owner'), password: PASSWORD },
    run: ({ world }, { body, caller }) => world.service.login(body, caller),
    faults: [
      field(Missing_data, { password: '' }),
      field(`${Invalid_data} /password`, { password: 'x'.repeat(256) }),
      full,
      field(Invalid_credentials, { password: 'wrong' }),
    ],
  },
  resetPassword: {
    body: { password: 'another horse' },
    async run({ world }, { body: { token, ...changes } }) {
      await world.service.recoverPassword({ email: emailOf('owner') });
      await world.service.resetPassword({ token: token ?? mailedToken(world, 'recover'), changes });
    },
    faults: [
      field(Missing_data, { password: null }),
      field(`${Invalid_data} /password`, { password: 'x' }),
      field(Invalid_token, { token: 'x' }),
    ],
  },
  getUser: {
    run: ({ world }, { id: userId, caller }) => world.service.getUser(userId, caller),
    faults: [anonymous, noId, id(NO_USER, 99)],
  },
  updateUser: {
    body: { currentPassword: PASSWORD },
    run: ({ world }, { caller, body, ...request }) => world.service.updateUser({ ...request, changes: body }, caller),
    faults: [
      anonymous,
      noId,
      field(Missing_data, { currentPassword: '' }),
      field(`${Invalid_data} /pseudo`, { pseudo: 'x' }),
      ...notSelf,
      ...guarded,
    ],
  },
  requestEmail: {
    body: { currentPassword: PASSWORD, newEmail: emailOf('moved') },
    run: ({ world }, { caller, body, ...request }) => world.service.requestEmail({ ...request, changes: body }, caller),
    faults: [
      anonymous,
      noId,
      field(Missing_data, { newEmail: '' }),
      field(`${Invalid_data} /newEmail`, { newEmail: 'x' }),
      ...notSelf,
      ...guarded,
    ],
  },
  deleteUser: {
    run: ({ world }, { id: userId, caller, body }) => world.service.deleteUser({ id: userId, proof: body }, caller),
    faults: [
      anonymous,
      noId,
      field(`${Invalid_data} /currentPassword`, { currentPassword: 'x'.repeat(256) }),
      ...notSelf,
    ],
  },
  exportUser: {
    run: ({ world }, { id: userId, caller }) => world.service.exportUser(userId, caller),
    faults: ofSelf,
  },
  importAlgos: {
    body: { files: filesOf({}) },
    run: ({ world }, { body, caller }) => world.service.importAlgos(body, caller),
    faults: [anonymous, field(Missing_data, { files: null }), field(`${Invalid_data} /files`, { files: {} })],
  },
  listSessions: {
    run: ({ world }, { id: userId, caller }) => world.service.listSessions(userId, caller),
    faults: ofSelf,
  },
  endSession: {
    async run({ world }, { id: userId, caller, body: { sessionId } }) {
      const [own = ''] = world.data.sessions.keys(); // the first login is the owner's
      await world.service.endSession({ id: userId, sessionId: sessionId ?? (await sessionIdOf(own)) }, caller);
    },
    faults: [
      anonymous,
      noId,
      field(`${Invalid_data} /sessionId`, { sessionId: 'x' }),
      ...notSelf,
      field(Responses.User.Session_not_found, { sessionId: 'f'.repeat(32) }),
    ],
  },
  endSessions: {
    run: ({ world }, { id: userId, caller, body }) => world.service.endSessions({ id: userId, which: body }, caller),
    faults: [anonymous, noId, field(`${Invalid_data} /all`, { all: 'true' }), ...notSelf],
  },
  createAlgo: {
    body: { ...source, ownerId: 1 },
    run: ({ world }, { body, caller }) => world.service.createAlgo(body, caller),
    faults: [
      anonymous,
      field(Missing_data, { nom: '' }),
      shortName,
      noFolder,
      field(Forbidden_create, { ownerId: 2 }),
      field(Invalid, { sourceCode: 12 }),
      tooMuch,
    ],
  },
  getAlgo: {
    run: ({ world }, request) => world.service.getAlgo(request, request.caller),
    faults: [anonymous, noId, hidden],
  },
  listAlgos: {
    run: ({ world }, { caller, body, ...request }) => world.service.listAlgos({ ...request, page: body }, caller),
    faults: [anonymous, noId, field(`${Invalid_data} /limit`, { limit: 1_001 }), id(NO_USER, 99)],
  },
  copyAlgo: {
    run: ({ world }, { caller, body, ...request }) => world.service.copyAlgo({ ...request, changes: body }, caller),
    faults: [anonymous, noId, shortName, hidden, noFolder],
  },
  searchAlgos: {
    run: ({ world }, { caller, body }) => world.service.searchAlgos(body, caller),
    faults: [
      anonymous,
      field(`${Invalid_data} /limit`, { limit: 1_001 }),
      field(`${Invalid_data} /after`, { after: 'no cursor' }),
    ],
  },
  updateAlgo: {
    body: source,
    run: ({ world }, { caller, body, ...request }) => world.service.updateAlgo({ ...request, changes: body }, caller),
    faults: [anonymous, noId, field(Missing_data, { nom: '' }), shortName, ...ofChange],
  },
  patchAlgo: {
    body: { sourceCode: {} },
    run: ({ world }, { caller, body, ...request }) => world.service.patchAlgo({ ...request, changes: body }, caller),
    faults: [anonymous, noId, shortName, ...ofChange],
  },
  listVersions: {
    run: ({ world }, { caller, ...request }) => world.service.listVersions(request, caller),
    faults: [anonymous, noId, hidden],
  },
  getVersion: {
    body: { version: 1 },
    run: ({ world }, { caller, id, body }) => world.service.getVersion({ id, version: body['version'] }, caller),
    faults: [anonymous, noId, noVersion, hidden, unknownVersion],
  },
  restoreVersion: {
    body: { version: 1 },
    run: ({ world }, { caller, body, ...request }) =>
      world.service.restoreVersion({ ...request, version: body['version'] }, caller),
    faults: [anonymous, noId, noVersion, hidden, by(Forbidden_update, 'reader'), stale, unknownVersion],
  },
  listBin: {
    body: {},
    run: ({ world }, { caller, body }) => world.service.listBin({ page: body }, caller),
    faults: [
      anonymous,
      field(`${Invalid_data} /limit`, { limit: 1_001 }),
      field(`${Invalid_data} /after`, { after: '1' }),
    ],
  },
  restoreAlgo: {
    run: async ({ world, owner }, { caller, id }) => {
      await world.service.deleteAlgo({ id: 1 }, owner);
      return world.service.restoreAlgo({ id }, caller);
    },
    faults: [anonymous, noId, by(NO_ALGO, 'writer')],
  },
  emptyBin: {
    run: ({ world }, { caller }) => world.service.emptyBin(caller),
    faults: [anonymous],
  },
  purgeAlgo: {
    run: async ({ world, owner }, { caller, id }) => {
      await world.service.deleteAlgo({ id: 1 }, owner);
      return world.service.purgeAlgo({ id }, caller);
    },
    faults: [anonymous, noId, by(NO_ALGO, 'writer')],
  },
  shareAlgo: {
    body: { email: emailOf('new'), droits: 'Read' },
    run: ({ world }, { caller, id: algoId, body }) => world.service.shareAlgo({ id: algoId, share: body }, caller),
    faults: [
      anonymous,
      noId,
      field(Missing_data, { droits: '' }),
      field(`${Invalid_data} /droits`, { droits: 'Owner' }),
      hidden,
      by(Forbidden_share, 'writer'),
      full,
      field(`${Invalid_data} /email`, { email: emailOf('owner') }),
    ],
  },
  endShare: {
    run: ({ world }, { caller, id: algoId, body: { user = 2 } }) =>
      world.service.endShare({ id: algoId, idUtilisateur: user }, caller),
    faults: [
      anonymous,
      noId,
      field(`${Invalid_data} /idUtilisateur`, { user: 'x' }),
      hidden,
      by(Forbidden_share, 'writer'),
      field(Share_not_found, { user: 99 }),
    ],
  },
  endWaitingShare: {
    body: { email: emailOf('new') },
    async run({ world, owner }, { caller, id: algoId, body }) {
      await world.service.shareAlgo({ id: 1, share: { email: emailOf('new'), droits: 'Read' } }, owner);
      await world.service.endWaitingShare({ id: algoId, share: body }, caller);
    },
    faults: [
      anonymous,
      noId,
      field(Missing_data, { email: '' }),
      field(`${Invalid_data} /email`, { email: 'x' }),
      hidden,
      by(Forbidden_share, 'writer'),
      field(Share_not_found, { email: emailOf('other') }),
    ],
  },
  listShares: {
    run: ({ world }, { caller, id: algoId }) => world.service.listShares(algoId, caller),
    faults: [anonymous, noId, hidden, by(Forbidden_share, 'writer')],
  },
  leaveAlgo: {
    by: 'writer',
    run: ({ world }, { caller, ...request }) => world.service.leaveAlgo(request, caller),
    faults: [anonymous, noId, hidden, by(Responses.Algo.Forbidden_leave, 'owner'), stale],
  },
  leaveOwner: {
    by: 'writer',
    run: ({ world }, { caller, id: ownerId, body }) => world.service.leaveOwner({ id: ownerId, which: body }, caller),
    faults: [
      anonymous,
      noId,
      field(`${Invalid_data} /refuse`, { refuse: 'yes' }),
      id(Responses.Algo.Forbidden_leave, 2),
      id(NO_USER, 99),
    ],
  },
  deleteAlgo: {
    run: ({ world }, { caller, ...request }) => world.service.deleteAlgo(request, caller),
    faults: [anonymous, noId, hidden, by(Forbidden_delete, 'writer'), stale],
  },
};

const OWN_FOLDERS: typeof OPERATIONS = {
  createFolder: {
    body: { nom: 'new' },
    run: ({ world }, { caller, body, ifVersion }) => world.service.createFolder({ ifVersion, folder: body }, caller),
    faults: [
      anonymous,
      field(Missing_data, { nom: '' }),
      field(`${Invalid_data} /nom`, { nom: '\n' }),
      staleTree,
      field(Responses.Folder.Not_found, { parentId: 99 }),
      field(Responses.Folder.Too_deep, { parentId: 2 }),
      field(Responses.Folder.Name_taken, { nom: 'owned' }),
    ],
  },
  updateFolder: {
    body: { nom: 'new' },
    run: ({ world }, { caller, body, ...request }) => world.service.updateFolder({ ...request, changes: body }, caller),
    faults: [
      anonymous,
      noId,
      field(`${Invalid_data} /nom`, { nom: '\n' }),
      field(`${Invalid_data} /id`, { id: 2 }),
      by(Responses.Folder.Not_found, 'stranger'),
      staleTree,
      field(Responses.Folder.Cycle, { parentId: 2 }),
      field(Responses.Folder.Name_taken, { nom: 'other' }),
    ],
  },
  placeAlgo: {
    body: { dossierId: 1 },
    run: ({ world }, { caller, body, ...request }) => world.service.placeAlgo({ ...request, place: body }, caller),
    faults: [anonymous, noId, field(`${Invalid_data} /dossierId`, { dossierId: 'top' }), hidden, noFolder],
  },
  deleteFolder: {
    run: ({ world }, { caller, body, ...request }) =>
      world.service.deleteFolder({ ...request, which: { recursive: true, ...body } }, caller),
    faults: [
      anonymous,
      noId,
      field(`${Invalid_data} /recursive`, { recursive: 'true' }),
      by(Responses.Folder.Not_found, 'stranger'),
      staleTree,
      field(Responses.Folder.Not_empty, { recursive: false }),
    ],
  },
};

async function answerTo({ body = {}, by: role = 'owner', run }: Operation, faults: readonly Fault[]): Promise<string> {
  const limiter = fullFor(FULL);
  const folders = { perUser: 10, depth: 2 };
  const shared = await openSharedAlgo({ policy: { quota, folders }, replace: { limiter } });
  for (const [nom, parentId] of [
    ['owned', null],
    ['inner', 1],
    ['other', null],
  ] as const) {
    await shared.world.service.createFolder({ folder: { nom, parentId } }, shared.owner);
  }
  const good: Request = { caller: { ...shared[role], address: '192.0.2.1' }, id: 1, body };
  const request = faults.reduceRight((found, { make }) => make(found, shared), good);
  const error = await run(shared, request).catch((problem: unknown) => problem);
  if (!(error instanceof DomainError)) return `resolved to ${JSON.stringify(error)}`;
  const [violation] = error.code === Invalid_data && Array.isArray(error.data) ? error.data : [];
  return violation === undefined ? error.code : `${error.code} ${violation.path}`;
}

/** A limiter that refuses every hit that is counted by this address. */
function fullFor(address: string): RateLimiter {
  const limiter = memoryRateLimiter();
  return {
    ...limiter,
    hit: async (key, rule, now) =>
      key.includes(address) ? { retryAfterMs: 1_000, end: now + 1_000 } : limiter.hit(key, rule, now),
  };
}

describe.each(Object.entries({ ...OPERATIONS, ...OWN_FOLDERS }))('%s', (_name, operation) => {
  const { faults } = operation;

  it('succeeds when nothing is wrong', async () => {
    expect(await answerTo(operation, [])).toMatch(/^resolved/);
  });

  it.each(faults)('answers $answer', async (only) => {
    expect(await answerTo(operation, [only])).toBe(only.answer);
  });

  it('reports the earlier of any two errors', async () => {
    const pairs = faults.flatMap((earlier, index) => faults.slice(index + 1).map((later) => [earlier, later] as const));
    const answers = await Promise.all(pairs.map((pair) => answerTo(operation, pair)));
    expect(answers).toEqual(pairs.map(([earlier]) => earlier.answer));
  });

  it('reports the first of all errors', async () => {
    expect(await answerTo(operation, faults)).toBe(faults[0]?.answer);
  });
});
