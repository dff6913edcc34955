import { beforeEach, describe, expect, it } from 'vitest';
import { type Caller, DomainError, Responses } from '../src/index.ts';
import { sessionIdOf } from '../src/sessions/userSessions.ts';
import { filesOf } from './archives/support/archive.ts';
import { member, openWorld, PASSWORD, refusal, type World } from './support/world.ts';

const { Unauthorized } = Responses.General;
const { Not_found, Forbidden_update, Forbidden_share, Forbidden_delete, Forbidden_create, Forbidden_leave } =
  Responses.Algo;
const { Share_not_found } = Responses.Algo;
const NO_USER = Responses.User.Not_found;
const NOT_SELF = Responses.User.Forbidden;
const MOVE = { currentPassword: PASSWORD, newEmail: 'moved@example.org' };
const NO_FOLDER = Responses.Folder.Not_found;
const NO_SESSION = Responses.User.Session_not_found;
const OK = 'done';

const ROLES = ['anonymous', 'stranger', 'Read', 'ReadWrite', 'Owner', 'deleted'] as const;
type Role = (typeof ROLES)[number];

const OWNER = 1;
const ALGO = 1;
/** Was shared as `ALGO` is, and is in the bin of its owner. */
const BINNED = 2;
const FOLDER = 1;
const READER = 2;
const NEW = 'new@example.org';
const WAITING = 'waiting@example.org';
const CHANGES = { nom: 'Sort', sourceCode: { by: 'update' } };

type Run = (world: World, caller: Caller) => Promise<unknown>;

interface Operation {
  readonly name: string;
  readonly run: Run;
  /** The answer for each role, in the order of ROLES. */
  readonly answers: readonly string[];
}

/** Operations with these answers for the roles behind the first one: who is anonymous gets the same answer everywhere. */
const answering = (answers: readonly string[], operations: Readonly<Record<string, Run>>): readonly Operation[] =>
  Object.entries(operations).map(([name, run]) => ({ name, run, answers: [Unauthorized, ...answers] }));

async function ownersSession({ sessions }: World['data']): Promise<string> {
  const session = [...sessions.values()].find(({ userId }) => userId === OWNER);
  return sessionIdOf(session?.digest ?? '');
}

const self = ({ user }: Caller): number => user?.id ?? 9;

const OPERATIONS: readonly Operation[] = [
  ...answering([Not_found, OK, OK, OK, Not_found], {
    getAlgo: ({ service }, caller) => service.getAlgo({ id: ALGO }, caller),
    'getAlgo of a known version': ({ service }, caller) => service.getAlgo({ id: ALGO, unlessVersion: '*' }, caller),
    copyAlgo: ({ service }, caller) => service.copyAlgo({ id: ALGO }, caller),
    searchAlgos: async ({ service }, caller) => {
      const { algos } = await service.searchAlgos({}, caller);
      if (!algos.some(({ id }) => id === ALGO)) throw new DomainError(Not_found);
    },
    'placeAlgo at the top': ({ service }, caller) => service.placeAlgo({ id: ALGO }, caller),
    listVersions: ({ service }, caller) => service.listVersions({ id: ALGO }, caller),
    getVersion: ({ service }, caller) => service.getVersion({ id: ALGO, version: 1 }, caller),
  }),
  ...answering([Not_found, Forbidden_update, OK, OK, Not_found], {
    updateAlgo: ({ service }, caller) => service.updateAlgo({ id: ALGO, changes: CHANGES }, caller),
    patchAlgo: ({ service }, caller) => service.patchAlgo({ id: ALGO, changes: { nom: 'Patched' } }, caller),
    'patchAlgo of nothing': ({ service }, caller) => service.patchAlgo({ id: ALGO, changes: {} }, caller),
    restoreVersion: ({ service }, caller) => service.restoreVersion({ id: ALGO, version: 1 }, caller),
  }),
  ...answering([Not_found, Forbidden_update, Forbidden_share, OK, Not_found], {
    'updateAlgo with rights': ({ service }, caller) =>
      service.updateAlgo({ id: ALGO, changes: { ...CHANGES, permsAlgorithme: [] } }, caller),
    'patchAlgo of the rights alone': ({ service }, caller) =>
      service.patchAlgo({ id: ALGO, changes: { permsAlgorithme: [] } }, caller),
  }),
  ...answering([Not_found, Forbidden_delete, Forbidden_delete, OK, Not_found], {
    deleteAlgo: ({ service }, caller) => service.deleteAlgo({ id: ALGO }, caller),
  }),
  ...answering([Not_found, OK, OK, Forbidden_leave, Not_found], {
    leaveAlgo: ({ service }, caller) => service.leaveAlgo({ id: ALGO }, caller),
  }),
  ...answering([OK, OK, OK, Forbidden_leave, OK], {
    leaveOwner: ({ service }, caller) => service.leaveOwner({ id: OWNER }, caller),
  }),
  ...answering([Not_found, Forbidden_share, Forbidden_share, OK, Not_found], {
    'shareAlgo with a user': ({ service }, caller) =>
      service.shareAlgo({ id: ALGO, share: { idUtilisateur: 4, droits: 'Read' } }, caller),
    'shareAlgo with an address': ({ service }, caller) =>
      service.shareAlgo({ id: ALGO, share: { email: NEW, droits: 'Read' } }, caller),
    listShares: ({ service }, caller) => service.listShares(ALGO, caller),
    'endShare of a user': ({ service }, caller) => service.endShare({ id: ALGO, idUtilisateur: READER }, caller),
    endWaitingShare: ({ service }, caller) => service.endWaitingShare({ id: ALGO, share: { email: WAITING } }, caller),
  }),
  ...answering([Not_found, Forbidden_share, Forbidden_share, Share_not_found, Not_found], {
    'endShare of a user without a right': ({ service }, caller) =>
      service.endShare({ id: ALGO, idUtilisateur: 4 }, caller),
    'endWaitingShare of an address for which nothing waits': ({ service }, caller) =>
      service.endWaitingShare({ id: ALGO, share: { email: NEW } }, caller),
  }),
  ...answering([Forbidden_create, Forbidden_create, Forbidden_create, OK, Forbidden_create], {
    'createAlgo for the owner': ({ service }, caller) => service.createAlgo({ ...CHANGES, ownerId: OWNER }, caller),
  }),
  ...answering([OK, OK, OK, OK, Unauthorized], {
    'createAlgo for oneself': ({ service }, caller) =>
      service.createAlgo({ ...CHANGES, ownerId: self(caller) }, caller),
    importAlgos: ({ service }, caller) => service.importAlgos({ files: filesOf({ 'Sort.json': '[1]' }) }, caller),
    createFolder: ({ service }, caller) => service.createFolder({ folder: { nom: 'new' } }, caller),
  }),
  ...answering([OK, OK, OK, OK, OK], {
    'listAlgos of the owner': ({ service }, caller) => service.listAlgos({ id: OWNER }, caller),
    'getUser of the owner': ({ service }, caller) => service.getUser(OWNER, caller),
    listFolders: ({ service }, caller) => service.listFolders(caller),
    listBin: ({ service }, caller) => service.listBin({}, caller),
    emptyBin: ({ service }, caller) => service.emptyBin(caller),
    logout: ({ service }, caller) => service.logout(caller),
  }),
  ...answering([OK, OK, OK, OK, NO_USER], {
    'listAlgos of oneself': ({ service }, caller) => service.listAlgos({ id: self(caller) }, caller),
    'getUser of oneself': ({ service }, caller) => service.getUser(self(caller), caller),
    'updateUser of oneself': ({ service }, caller) =>
      service.updateUser({ id: self(caller), changes: { currentPassword: PASSWORD } }, caller),
    'requestEmail of oneself': ({ service }, caller) =>
      service.requestEmail({ id: self(caller), changes: MOVE }, caller),
    'deleteUser of oneself': ({ service }, caller) => service.deleteUser({ id: self(caller) }, caller),
    'listSessions of oneself': ({ service }, caller) => service.listSessions(self(caller), caller),
    'exportUser of oneself': ({ service }, caller) => service.exportUser(self(caller), caller),
    'endSessions of oneself': ({ service }, caller) =>
      service.endSessions({ id: self(caller), which: { all: true } }, caller),
  }),
  ...answering([NOT_SELF, NOT_SELF, NOT_SELF, OK, NOT_SELF], {
    'updateUser of the owner': ({ service }, caller) =>
      service.updateUser({ id: OWNER, changes: { currentPassword: PASSWORD } }, caller),
    'requestEmail of the owner': ({ service }, caller) => service.requestEmail({ id: OWNER, changes: MOVE }, caller),
    'deleteUser of the owner': ({ service }, caller) => service.deleteUser({ id: OWNER }, caller),
    'listSessions of the owner': ({ service }, caller) => service.listSessions(OWNER, caller),
    'exportUser of the owner': ({ service }, caller) => service.exportUser(OWNER, caller),
    'endSession of the owner': async ({ service, data }, caller) =>
      service.endSession({ id: OWNER, sessionId: await ownersSession(data) }, caller),
    'endSessions of the owner': ({ service }, caller) => service.endSessions({ id: OWNER }, caller),
  }),
  ...answering([NO_SESSION, NO_SESSION, NO_SESSION, OK, NO_USER], {
    'endSession of oneself, with the id of the owner’s session': async ({ service, data }, caller) =>
      service.endSession({ id: self(caller), sessionId: await ownersSession(data) }, caller),
  }),
  ...answering([NO_FOLDER, NO_FOLDER, NO_FOLDER, OK, NO_FOLDER], {
    'createFolder in the owner’s folder': ({ service }, caller) =>
      service.createFolder({ folder: { nom: 'new', parentId: FOLDER } }, caller),
    'updateFolder of the owner': ({ service }, caller) =>
      service.updateFolder({ id: FOLDER, changes: { nom: 'new' } }, caller),
    'deleteFolder of the owner': ({ service }, caller) =>
      service.deleteFolder({ id: FOLDER, which: { recursive: true } }, caller),
  }),
  ...answering([Not_found, NO_FOLDER, NO_FOLDER, OK, Not_found], {
    'placeAlgo in the owner’s folder': ({ service }, caller) =>
      service.placeAlgo({ id: ALGO, place: { dossierId: FOLDER } }, caller),
  }),
  ...answering([Not_found, Not_found, Not_found, Not_found, Not_found], {
    'getVersion of an algorithm in the bin': ({ service }, caller) =>
      service.getVersion({ id: BINNED, version: 1 }, caller),
  }),
  ...answering([Not_found, Not_found, Not_found, OK, Not_found], {
    restoreAlgo: ({ service }, caller) => service.restoreAlgo({ id: BINNED }, caller),
    purgeAlgo: ({ service }, caller) => service.purgeAlgo({ id: BINNED }, caller),
  }),
];

let world: World;
let callers: Record<Role, Caller>;

beforeEach(async () => {
  world = openWorld();
  const [Owner, Read, ReadWrite] = [
    await member(world, 'owner'),
    await member(world, 'read'),
    await member(world, 'write'),
  ];
  const [stranger, deleted] = [await member(world, 'stranger'), await member(world, 'deleted')];
  callers = { anonymous: { address: '192.0.2.1' }, stranger, Read, ReadWrite, Owner, deleted };
  await world.service.createAlgo({ ...CHANGES, ownerId: OWNER }, Owner);
  await world.service.createFolder({ folder: { nom: 'owned' } }, Owner);
  const permsAlgorithme = [
    { idUtilisateur: Read.user.id, droits: 'Read' },
    { idUtilisateur: ReadWrite.user.id, droits: 'ReadWrite' },
    { idUtilisateur: deleted.user.id, droits: 'ReadWrite' },
  ];
  await world.service.createAlgo({ ...CHANGES, ownerId: OWNER }, Owner);
  for (const id of [ALGO, BINNED]) {
    await world.service.updateAlgo({ id, changes: { ...CHANGES, sourceCode: {}, permsAlgorithme } }, Owner);
  }
  await world.service.deleteAlgo({ id: BINNED }, Owner);
  await world.service.shareAlgo({ id: ALGO, share: { email: WAITING, droits: 'Read' } }, Owner);
  await world.service.deleteUser({ id: deleted.user.id }, deleted);
});

describe.each(OPERATIONS)('$name', ({ run, answers }) => {
  it.each(ROLES.map((role, index) => [role, answers[index]] as const))('by %s: %s', async (role, answer) => {
    const before = held();
    const found = await refusal(run(world, callers[role]).then(() => OK));
    expect(found).toBe(answer === OK ? `resolved to "${OK}"` : answer);
    if (answer !== OK) expect(held()).toEqual(before);
  });
});

// Without the last ids given: a creation that is undone leaves a gap.
function held(): unknown[] {
  const { users, algos, bin, history, folders, sessions } = world.data;
  const records = [users, algos, bin, history, folders, sessions].flatMap((table): readonly unknown[] => [
    ...table.values(),
  ]);
  return [...records, world.contents.dump()];
}
