import { type AlgoEntry, Responses } from '@algotheque/domain';
import fc from 'fast-check';
import { type Caller, inSession, onAlgo, type Weighted } from './command.ts';
import type { Model, ModelFolder, ModelUser } from './model.ts';

const { Not_found, Name_taken, Too_deep, Quota_exceeded, Cycle, Not_empty } = Responses.Folder;

/** So low that many operations reach them. */
export const FOLDER_LIMITS = { perUser: 6, depth: 3 };

const pick = fc.nat(99);
const nom = fc.constantFrom('a', 'b', 'c', 'd');
/** A folder by its id, which counts from 1 for each user; perhaps one that is not there. */
export const folder = fc.integer({ min: 1, max: FOLDER_LIMITS.perUser + 2 });
const parent = fc.option(folder);

export const inTree = ({ tree }: ModelUser, id: number | null): ModelFolder | undefined =>
  tree.folders.find((one) => one.id === id);

/** The folder and those above it. */
function above(user: ModelUser, id: number | null): ModelFolder[] {
  const found = inTree(user, id);
  return found === undefined ? [] : [found, ...above(user, found.parentId)];
}

/** The folder and those below it. */
const below = (user: ModelUser, id: number): ModelFolder[] =>
  user.tree.folders.filter((one) => above(user, one.id).some((up) => up.id === id));

function height(user: ModelUser, id: number): number {
  const top = above(user, id).length;
  return Math.max(...below(user, id).map((one) => above(user, one.id).length - top + 1));
}

const isTaken = (user: ModelUser, { id, nom, parentId }: ModelFolder): boolean =>
  user.tree.folders.some((one) => one.id !== id && one.nom === nom && one.parentId === parentId);

export function refusalOfNew(user: ModelUser, made: ModelFolder): string | null {
  if (made.parentId !== null && inTree(user, made.parentId) === undefined) return Not_found;
  if (user.tree.folders.length === FOLDER_LIMITS.perUser) return Quota_exceeded;
  if (above(user, made.parentId).length === FOLDER_LIMITS.depth) return Too_deep;
  return isTaken(user, made) ? Name_taken : null;
}

const making = fc.tuple(pick, nom, parent).map(([pick, nom, parentId]) =>
  inSession(`make folder ${nom} in ${parentId}`, pick, ({ user }) => {
    const { tree } = user;
    const made = { id: tree.lastId + 1, nom, parentId };
    const refusal = refusalOfNew(user, made);
    if (refusal === null) {
      tree.folders.push({ ...made });
      Object.assign(tree, { lastId: made.id, version: tree.version + 1 });
    }
    return {
      expected: refusal ?? { folder: made, version: tree.version },
      perform: ({ service, caller }) => service.createFolder({ folder: { nom, parentId } }, caller),
    };
  }),
);

function refusalOfChange(user: ModelUser, before: ModelFolder | undefined, next: ModelFolder): string | null {
  if (before === undefined) return Not_found;
  if (next.parentId !== before.parentId) {
    if (next.parentId !== null && inTree(user, next.parentId) === undefined) return Not_found;
    if (below(user, before.id).some(({ id }) => id === next.parentId)) return Cycle;
    const depth = above(user, next.parentId).length + height(user, before.id);
    if (depth > FOLDER_LIMITS.depth) return Too_deep;
  }
  return isTaken(user, next) ? Name_taken : null;
}

const changing = fc
  .tuple(pick, folder, fc.option(nom), fc.option(parent, { nil: undefined }))
  .map(([pick, id, newName, to]) =>
    inSession(`change folder ${id} to ${newName} in ${to}`, pick, ({ user }) => {
      const { tree } = user;
      const before = inTree(user, id);
      const changes = { ...(newName !== null && { nom: newName }), ...(to !== undefined && { parentId: to }) };
      const next = { ...(before ?? { id, nom: '', parentId: null }), ...changes };
      const isSame = before !== undefined && before.nom === next.nom && before.parentId === next.parentId;
      const refusal = isSame ? null : refusalOfChange(user, before, next);
      if (refusal === null && !isSame) {
        Object.assign(before ?? {}, next);
        tree.version += 1;
      }
      return {
        expected: refusal ?? { folder: next, version: tree.version },
        perform: ({ service, caller }) => service.updateFolder({ id, changes }, caller),
      };
    }),
  );

/** Whether the user finds an algorithm in the folder. */
const hasAlgo = (model: Model, user: ModelUser, id: number): boolean =>
  model.algos.some((algo) => algo.places.get(user) === id && model.rightOn(algo, user) !== null);

function empty(model: Model, user: ModelUser, ids: readonly number[]): void {
  for (const algo of model.algos) {
    const right = model.rightOn(algo, user);
    if (right === null || !ids.includes(algo.places.get(user) ?? 0)) continue;
    if (right === 'Owner') algo.isDeleted = true;
    else algo.places.delete(user);
  }
}

const removing = fc.tuple(pick, folder, fc.boolean()).map(([pick, id, recursive]) =>
  inSession(`delete folder ${id}${recursive ? ' with all in it' : ''}`, pick, ({ model, user }) => {
    const { tree } = user;
    const ids = below(user, id).map((one) => one.id);
    const isFull = ids.length > 1 || hasAlgo(model, user, id);
    const refusal = ids.length === 0 ? Not_found : isFull && !recursive ? Not_empty : null;
    if (refusal === null) {
      empty(model, user, ids);
      Object.assign(tree, {
        folders: tree.folders.filter((one) => !ids.includes(one.id)),
        version: tree.version + 1,
      });
    }
    return {
      expected: refusal ?? { version: tree.version },
      perform: ({ service, caller }) => service.deleteFolder({ id, which: { recursive } }, caller),
    };
  }),
);

/** The folder in which the user finds the algorithm. */
export const folderFor = (user: ModelUser, places: ReadonlyMap<ModelUser, number>): number | null =>
  inTree(user, places.get(user) ?? null)?.id ?? null;

const placing = fc.tuple(fc.tuple(pick, pick), parent).map(([picks, dossierId]) =>
  onAlgo(`into folder ${dossierId} put`, picks, ({ model, algo, user }) => {
    const isThere = dossierId === null || inTree(user, dossierId) !== undefined;
    const mayRead = model.rightOn(algo, user) !== null;
    const refusal = mayRead ? (isThere ? null : Not_found) : Responses.Algo.Not_found;
    if (refusal === null) {
      if (dossierId === null) algo.places.delete(user);
      else algo.places.set(user, dossierId);
    }
    return {
      expected: refusal ?? { dossierId, version: algo.version },
      async perform({ service, caller, id }) {
        const { algo, version } = await service.placeAlgo({ id, place: { dossierId } }, caller);
        return { dossierId: algo.dossierId, version };
      },
    };
  }),
);

/** Of all pages: one may end before its limit. */
async function allFound({ service, caller }: Caller, query: object): Promise<readonly AlgoEntry[]> {
  const found: AlgoEntry[] = [];
  let after: string | undefined;
  do {
    const page = await service.searchAlgos({ ...query, after }, caller);
    found.push(...page.algos);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return found;
}

const listing = pick.map((pick) =>
  inSession('list the folders', pick, ({ model, user }) => {
    const { folders, version } = user.tree;
    const seen = model.algos.filter((algo) => model.rightOn(algo, user) !== null);
    const count = (id: number | null): number => seen.filter(({ places }) => folderFor(user, places) === id).length;
    const dossiers = folders.map((one) => ({ ...one, algos: count(one.id) }));
    const inFolders = seen.map(({ nom, places }) => `${nom} in ${folderFor(user, places)}`);
    return {
      expected: { tree: { algos: count(null), dossiers }, version, inFolders: inFolders.sort() },
      async perform(on) {
        const found = await allFound(on, {});
        const inFolders = found.map(({ nom, dossierId }) => `${nom} in ${dossierId}`);
        return { ...(await on.service.listFolders(on.caller)), inFolders: inFolders.sort() };
      },
    };
  }),
);

const searching = fc.tuple(pick, parent).map(([pick, dossierId]) =>
  inSession(`find what is in folder ${dossierId}`, pick, ({ model, user }) => {
    const seen = model.algos.filter((algo) => model.rightOn(algo, user) !== null);
    const isThere = dossierId === null || inTree(user, dossierId) !== undefined;
    const found = isThere ? seen.filter(({ places }) => folderFor(user, places) === dossierId) : [];
    return {
      expected: found.map(({ nom }) => nom).sort(),
      perform: async (on) => (await allFound(on, { dossierId })).map((algo) => algo.nom).sort(),
    };
  }),
);

/** Operations on folders, and on algorithms in them; a weight and an operation each. */
export const FOLDER_COMMANDS: readonly Weighted[] = [
  { weight: 6, arbitrary: making },
  { weight: 4, arbitrary: changing },
  { weight: 3, arbitrary: removing },
  { weight: 6, arbitrary: placing },
  { weight: 3, arbitrary: listing },
  { weight: 3, arbitrary: searching },
];
