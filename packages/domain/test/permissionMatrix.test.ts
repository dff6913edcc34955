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

interface Operation {
  readonly name: string;
  readonly run: (world: World, caller: Caller) => Promise<unknown>;
  /** The answer for each role, in the order of ROLES. */
  readonly answers: readonly string[];
}

async function ownersSession({ sessions }: World['data']): Promise<string> {
  const session = [...sessions.values()].find(({ userId }) => userId === OWNER);
  return sessionIdOf(session?.digest ?? '');
}

const self = ({ user }: Caller): number => user?.id ?? 9;

const OPERATIONS: readonly Operation[] = [
  {
    name: 'getAlgo',
    run: ({ service }, caller) => service.getAlgo({ id: ALGO }, caller),
    answers: [Unauthorized, Not_found, OK, OK, OK, Not_found],
  },
  {
    name: 'getAlgo of a known version',
    run: ({ service }, caller) => service.getAlgo({ id: ALGO, unlessVersion: '*' }, caller),
    answers: [Unauthorized, Not_found, OK, OK, OK, Not_found],
  },
  {
    name: 'copyAlgo',
    run: ({ service }, caller) => service.copyAlgo({ id: ALGO }, caller),
    answers: [Unauthorized, Not_found, OK, OK, OK, Not_found],
  },
  {
    name: 'searchAlgos',
    run: async ({ service }, caller) => {
      const { algos } = await service.searchAlgos({}, caller);
      if (!algos.some(({ id }) => id === ALGO)) throw new DomainError(Not_found);
    },
    answers: [Unauthorized, Not_found, OK, OK, OK, Not_found],
  },
  {
    name: 'updateAlgo',
    run: ({ service }, caller) => service.updateAlgo({ id: ALGO, changes: CHANGES }, caller),
    answers: [Unauthorized, Not_found, Forbidden_update, OK, OK, Not_found],
  },
  {
    name: 'updateAlgo with rights',
    run: ({ service }, caller) =>
      service.updateAlgo({ id: ALGO, changes: { ...CHANGES, permsAlgorithme: [] } }, caller),
    answers: [Unauthorized, Not_found, Forbidden_update, Forbidden_share, OK, Not_found],
  },
  {
    name: 'patchAlgo',
    run: ({ service }, caller) => service.patchAlgo({ id: ALGO, changes: { nom: 'Patched' } }, caller),
    answers: [Unauthorized, Not_found, Forbidden_update, OK, OK, Not_found],
  },
  {
    name: 'patchAlgo of the rights alone',
    run: ({ service }, caller) => service.patchAlgo({ id: ALGO, changes: { permsAlgorithme: [] } }, caller),
    answers: [Unauthorized, Not_found, Forbidden_update, Forbidden_share, OK, Not_found],
  },
  {
    name: 'patchAlgo of nothing',
    run: ({ service }, caller) => service.patchAlgo({ id: ALGO, changes: {} }, caller),
    answers: [Unauthorized, Not_found, Forbidden_update, OK, OK, Not_found],
  },
  {
    name: 'deleteAlgo',
    run: ({ service }, caller) => service.deleteAlgo({ id: ALGO }, caller),
    answers: [Unauthorized, Not_found, Forbidden_delete, Forbidden_delete, OK, Not_found],
  },
  {
    name: 'leaveAlgo',
    run: ({ service }, caller) => service.leaveAlgo({ id: ALGO }, caller),
    answers: [Unauthorized, Not_found, OK, OK, Forbidden_leave, Not_found],
  },
  {
    name: 'leaveOwner',
    run: ({ service }, caller) => service.leaveOwner({ id: OWNER }, caller),
    answers: [Unauthorized, OK, OK, OK, Forbidden_leave, OK],
  },
  {
    name: 'shareAlgo with a user',
    run: ({ service }, caller) => service.shareAlgo({ id: ALGO, share: { idUtilisateur: 4, droits: 'Read' } }, caller),
    answers: [Unauthorized, Not_found, Forbidden_share, Forbidden_share, OK, Not_found],
  },
  {
    name: 'shareAlgo with an address',
    run: ({ service }, caller) => service.shareAlgo({ id: ALGO, share: { email: NEW, droits: 'Read' } }, caller),
    answers: [Unauthorized, Not_found, Forbidden_share, Forbidden_share, OK, Not_found],
  },
  {
    name: 'listShares',
    run: ({ service }, caller) => service.listShares(ALGO, caller),
    answers: [Unauthorized, Not_found, Forbidden_share, Forbidden_share, OK, Not_found],
  },
  {
    name: 'endShare of a user',
    run: ({ service }, caller) => service.endShare({ id: ALGO, idUtilisateur: READER }, caller),
    answers: [Unauthorized, Not_found, Forbidden_share, Forbidden_share, OK, Not_found],
  },
  {
    name: 'endShare of a user without a right',
    run: ({ service }, caller) => service.endShare({ id: ALGO, idUtilisateur: 4 }, caller),
    answers: [Unauthorized, Not_found, Forbidden_share, Forbidden_share, Share_not_found, Not_found],
  },
  {
    name: 'endWaitingShare',
    run: ({ service }, caller) => service.endWaitingShare({ id: ALGO, share: { email: WAITING } }, caller),
    answers: [Unauthorized, Not_found, Forbidden_share, Forbidden_share, OK, Not_found],
  },
  {
    name: 'endWaitingShare of an address for which nothing waits',
    run: ({ service }, caller) => service.endWaitingShare({ id: ALGO, share: { email: NEW } }, caller),
    answers: [Unauthorized, Not_found, Forbidden_share, Forbidden_share, Share_not_found, Not_found],
  },
  {
    name: 'createAlgo for the owner',
    run: ({ service }, caller) => service.createAlgo({ ...CHANGES, ownerId: OWNER }, caller),
    answers: [Unauthorized, Forbidden_create, Forbidden_create, Forbidden_create, OK, Forbidden_create],
  },
  {
    name: 'createAlgo for oneself',
    run: ({ service }, caller) => service.createAlgo({ ...CHANGES, ownerId: self(caller) }, caller),
    answers: [Unauthorized, OK, OK, OK, OK, Unauthorized],
  },
  {
    name: 'listAlgos of the owner',
    run: ({ service }, caller) => service.listAlgos({ id: OWNER }, caller),
    answers: [Unauthorized, OK, OK, OK, OK, OK],
  },
  {
    name: 'listAlgos of oneself',
    run: ({ service }, caller) => service.listAlgos({ id: self(caller) }, caller),
    answers: [Unauthorized, OK, OK, OK, OK, NO_USER],
  },
  {
    name: 'getUser of the owner',
    run: ({ service }, caller) => service.getUser(OWNER, caller),
    answers: [Unauthorized, OK, OK, OK, OK, OK],
  },
  {
    name: 'getUser of oneself',
    run: ({ service }, caller) => service.getUser(self(caller), caller),
    answers: [Unauthorized, OK, OK, OK, OK, NO_USER],
  },
  {
    name: 'updateUser of the owner',
    run: ({ service }, caller) => service.updateUser({ id: OWNER, changes: { currentPassword: PASSWORD } }, caller),
    answers: [Unauthorized, NOT_SELF, NOT_SELF, NOT_SELF, OK, NOT_SELF],
  },
  {
    name: 'updateUser of oneself',
    run: ({ service }, caller) =>
      service.updateUser({ id: self(caller), changes: { currentPassword: PASSWORD } }, caller),
    answers: [Unauthorized, OK, OK, OK, OK, NO_USER],
  },
  {
    name: 'requestEmail of the owner',
    run: ({ service }, caller) => service.requestEmail({ id: OWNER, changes: MOVE }, caller),
    answers: [Unauthorized, NOT_SELF, NOT_SELF, NOT_SELF, OK, NOT_SELF],
  },
  {
    name: 'requestEmail of oneself',
    run: ({ service }, caller) => service.requestEmail({ id: self(caller), changes: MOVE }, caller),
    answers: [Unauthorized, OK, OK, OK, OK, NO_USER],
  },
  {
    name: 'deleteUser of the owner',
    run: ({ service }, caller) => service.deleteUser({ id: OWNER }, caller),
    answers: [Unauthorized, NOT_SELF, NOT_SELF, NOT_SELF, OK, NOT_SELF],
  },
  {
    name: 'deleteUser of oneself',
    run: ({ service }, caller) => service.deleteUser({ id: self(caller) }, caller),
    answers: [Unauthorized, OK, OK, OK, OK, NO_USER],
  },
  {
    name: 'listSessions of the owner',
    run: ({ service }, caller) => service.listSessions(OWNER, caller),
    answers: [Unauthorized, NOT_SELF, NOT_SELF, NOT_SELF, OK, NOT_SELF],
  },
  {
    name: 'listSessions of oneself',
    run: ({ service }, caller) => service.listSessions(self(caller), caller),
    answers: [Unauthorized, OK, OK, OK, OK, NO_USER],
  },
  {
    name: 'exportUser of the owner',
    run: ({ service }, caller) => service.exportUser(OWNER, caller),
    answers: [Unauthorized, NOT_SELF, NOT_SELF, NOT_SELF, OK, NOT_SELF],
  },
  {
    name: 'exportUser of oneself',
    run: ({ service }, caller) => service.exportUser(self(caller), caller),
    answers: [Unauthorized, OK, OK, OK, OK, NO_USER],
  },
  {
    name: 'importAlgos',
    run: ({ service }, caller) => service.importAlgos({ files: filesOf({ 'Sort.json': '[1]' }) }, caller),
    answers: [Unauthorized, OK, OK, OK, OK, Unauthorized],
  },
  {
    name: 'endSession of the owner',
    run: async ({ service, data }, caller) =>
      service.endSession({ id: OWNER, sessionId: await ownersSession(data) }, caller),
    answers: [Unauthorized, NOT_SELF, NOT_SELF, NOT_SELF, OK, NOT_SELF],
  },
  {
    name: 'endSession of oneself, with the id of the owner’s session',
    run: async ({ service, data }, caller) =>
      service.endSession({ id: self(caller), sessionId: await ownersSession(data) }, caller),
    answers: [Unauthorized, NO_SESSION, NO_SESSION, NO_SESSION, OK, NO_USER],
  },
  {
    name: 'endSessions of the owner',
    run: ({ service }, caller) => service.endSessions({ id: OWNER }, caller),
    answers: [Unauthorized, NOT_SELF, NOT_SELF, NOT_SELF, OK, NOT_SELF],
  },
  {
    name: 'endSessions of oneself',
    run: ({ service }, caller) => service.endSessions({ id: self(caller), which: { all: true } }, caller),
    answers: [Unauthorized, OK, OK, OK, OK, NO_USER],
  },
  {
    name: 'listFolders',
    run: ({ service }, caller) => service.listFolders(caller),
    answers: [Unauthorized, OK, OK, OK, OK, OK],
  },
  {
    name: 'createFolder',
    run: ({ service }, caller) => service.createFolder({ folder: { nom: 'new' } }, caller),
    answers: [Unauthorized, OK, OK, OK, OK, Unauthorized],
  },
  {
    name: 'createFolder in the owner’s folder',
    run: ({ service }, caller) => service.createFolder({ folder: { nom: 'new', parentId: FOLDER } }, caller),
    answers: [Unauthorized, NO_FOLDER, NO_FOLDER, NO_FOLDER, OK, NO_FOLDER],
  },
  {
    name: 'updateFolder of the owner',
    run: ({ service }, caller) => service.updateFolder({ id: FOLDER, changes: { nom: 'new' } }, caller),
    answers: [Unauthorized, NO_FOLDER, NO_FOLDER, NO_FOLDER, OK, NO_FOLDER],
  },
  {
    name: 'deleteFolder of the owner',
    run: ({ service }, caller) => service.deleteFolder({ id: FOLDER, which: { recursive: true } }, caller),
    answers: [Unauthorized, NO_FOLDER, NO_FOLDER, NO_FOLDER, OK, NO_FOLDER],
  },
  {
    name: 'placeAlgo at the top',
    run: ({ service }, caller) => service.placeAlgo({ id: ALGO }, caller),
    answers: [Unauthorized, Not_found, OK, OK, OK, Not_found],
  },
  {
    name: 'placeAlgo in the owner’s folder',
    run: ({ service }, caller) => service.placeAlgo({ id: ALGO, place: { dossierId: FOLDER } }, caller),
    answers: [Unauthorized, Not_found, NO_FOLDER, NO_FOLDER, OK, Not_found],
  },
  {
    name: 'listVersions',
    run: ({ service }, caller) => service.listVersions({ id: ALGO }, caller),
    answers: [Unauthorized, Not_found, OK, OK, OK, Not_found],
  },
  {
    name: 'getVersion',
    run: ({ service }, caller) => service.getVersion({ id: ALGO, version: 1 }, caller),
    answers: [Unauthorized, Not_found, OK, OK, OK, Not_found],
  },
  {
    name: 'getVersion of an algorithm in the bin',
    run: ({ service }, caller) => service.getVersion({ id: BINNED, version: 1 }, caller),
    answers: [Unauthorized, Not_found, Not_found, Not_found, Not_found, Not_found],
  },
  {
    name: 'restoreVersion',
    run: ({ service }, caller) => service.restoreVersion({ id: ALGO, version: 1 }, caller),
    answers: [Unauthorized, Not_found, Forbidden_update, OK, OK, Not_found],
  },
  {
    name: 'listBin',
    run: ({ service }, caller) => service.listBin({}, caller),
    answers: [Unauthorized, OK, OK, OK, OK, OK],
  },
  {
    name: 'emptyBin',
    run: ({ service }, caller) => service.emptyBin(caller),
    answers: [Unauthorized, OK, OK, OK, OK, OK],
  },
  {
    name: 'restoreAlgo',
    run: ({ service }, caller) => service.restoreAlgo({ id: BINNED }, caller),
    answers: [Unauthorized, Not_found, Not_found, Not_found, OK, Not_found],
  },
  {
    name: 'purgeAlgo',
    run: ({ service }, caller) => service.purgeAlgo({ id: BINNED }, caller),
    answers: [Unauthorized, Not_found, Not_found, Not_found, OK, Not_found],
  },
  {
    name: 'logout',
    run: ({ service }, caller) => service.logout(caller),
    answers: [Unauthorized, OK, OK, OK, OK, OK],
  },
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
