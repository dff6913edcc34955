import { exported, imported, type Unpacked } from '@algotheque/testing/worlds';
import fc from 'fast-check';
import { algo as content } from '../faultModel/people.ts';
import { type Caller, type InSession, inSession, pickedRather, type Weighted } from './command.ts';
import { folderFor, refusalOfNew } from './folders.ts';
import { type Model, type ModelFolder, type ModelUser, newAlgo } from './model.ts';
import { answerOf } from './side.ts';

const pick = fc.nat(99);
const nom = fc.nat(4).map((number) => `algorithm ${number}`);
/** Names of folders from the top, few, so that imports meet each other; the last one is too deep. */
const way = fc.constantFrom<readonly string[]>(
  [],
  ['a'],
  ['b'],
  ['c'],
  ['d'],
  ['a', 'b'],
  ['a', 'b', 'a'],
  ['a', 'b', 'c', 'd'],
);

/** What the model says of an entry of a report. Algorithms have their position, folders their id. */
interface Entry {
  readonly outcome: 'created' | 'present' | 'refused';
  readonly at: number | null;
  readonly message?: string;
}

const refused = (message: string): Entry => ({ outcome: 'refused', at: null, message });

/** Makes the folders of a way that are missing, all of them or none. */
function follow(user: ModelUser, way: readonly string[]): { readonly id: number | null; readonly entry: Entry } {
  const { tree } = user;
  const before = { ...tree, folders: [...tree.folders] };
  let id: number | null = null;
  for (const nom of way) {
    const found: ModelFolder | undefined = tree.folders.find((one) => one.nom === nom && one.parentId === id);
    const next: ModelFolder = found ?? { id: tree.lastId + 1, nom, parentId: id };
    const refusal = found === undefined ? refusalOfNew(user, next) : null;
    if (refusal !== null) {
      Object.assign(tree, before);
      return { id: null, entry: refused(refusal) };
    }
    if (found === undefined) {
      tree.folders.push(next);
      tree.lastId = next.id;
    }
    id = next.id;
  }
  const isNew = tree.lastId !== before.lastId;
  if (isNew) tree.version += 1;
  return { id, entry: { outcome: isNew ? 'created' : 'present', at: id } };
}

/** The algorithm with this name in a folder of this way, made if it is not there. */
function take({ model, user }: Pick<InSession, 'model' | 'user'>, nom: string, way: readonly string[]): Entry {
  const { id, entry } = follow(user, way);
  if (entry.outcome === 'refused') return entry;
  const isSame = (one: Model['algos'][number]): boolean =>
    one.owner === user && !one.isDeleted && one.nom === nom && (one.places.get(user) ?? null) === id;
  // Of equal ones that were there before, any one is right.
  if (model.algos.some(isSame)) return { outcome: 'present', at: null };
  const places = new Map(id === null ? [] : [[user, id]]);
  model.algos.push(newAlgo(user, nom, places));
  return { outcome: 'created', at: model.algos.length - 1 };
}

/** Imports the files, notes the algorithms that were created, and resolves to what a report of the model has. */
async function takeIn({ service, caller, side }: Omit<Caller, 'idOf'>, files: Unpacked): Promise<readonly Entry[]> {
  const report = await imported({ service }, caller, files);
  return report.map(({ path, outcome, id, message }) => {
    if (message !== undefined) return { outcome, at: id, message };
    if (path.endsWith('/')) return { outcome, at: id };
    if (outcome === 'created' && id !== null) side.algos.push(id);
    return { outcome, at: outcome === 'created' ? side.algos.length - 1 : null };
  });
}

const file = fc.tuple(way, nom);

const importing = fc
  .tuple(pick, fc.uniqueArray(file, { minLength: 1, maxLength: 3, selector: String, size: 'max' }))
  .map(([pick, files]) =>
    inSession(`import ${files.map(([way, nom]) => [...way, nom].join('/')).join(', ')}`, pick, (given) => ({
      expected: files.map(([way, nom]) => take(given, nom, way)),
      perform: (on) =>
        takeIn(
          on,
          new Map(
            files.map(([way, nom]) => [`${[...way, nom].join('/')}.json`, JSON.stringify(content(nom).sourceCode)]),
          ),
        ),
    })),
  );

/** The folders of a user, each after the one that it lies in, with their ways. */
function ways(user: ModelUser): ReadonlyMap<number | null, readonly string[]> {
  const found = new Map<number | null, readonly string[]>([[null, []]]);
  for (const [parent, way] of found) {
    for (const { id, nom, parentId } of user.tree.folders) if (parentId === parent) found.set(id, [...way, nom]);
  }
  return found;
}

interface Index {
  readonly dossiers: readonly ModelFolder[];
  readonly algos: readonly { readonly path: string; readonly nom: string; readonly dossierId: number | null }[];
}

const indexOf = (files: Unpacked): Index => JSON.parse(files.get('index.json') ?? '');

/** Reads what a session has, and imports it into the account of another one. */
const moving = fc.tuple(pick, pick).map(([pick, other]) =>
  inSession(`import into session ${other} the export`, pick, ({ model, user }) => {
    const target = pickedRather(model.sessions, other, ({ isOver }) => !isOver);
    const into = { model, user: target.user };
    const owned = model.algos.filter(({ owner, isDeleted }) => owner === user && !isDeleted);
    const held = owned.map(({ nom, places }) => ({
      nom,
      dossierId: folderFor(user, places),
      source: content(nom).sourceCode,
    }));
    const index = {
      dossiers: user.tree.folders.map((folder) => ({ ...folder })),
      algos: held,
    };
    const names = ways(user);
    const report = target.isOver
      ? 'Responses.General.Unauthorized'
      : [
          ...[...names.values()].slice(1).map((way) => follow(into.user, way).entry),
          ...held.map(({ nom, dossierId }) => take(into, nom, names.get(dossierId) ?? [])),
        ];
    const place = model.sessions.indexOf(target);
    return {
      expected: { index, report },
      async perform({ service, caller, side }) {
        const files = await exported({ service }, caller);
        const { dossiers, algos } = indexOf(files);
        return {
          index: {
            dossiers: dossiers.map(({ id, nom, parentId }) => ({ id, nom, parentId })),
            algos: algos.map(({ path, nom, dossierId }) => ({
              nom,
              dossierId,
              source: JSON.parse(files.get(path) ?? ''),
            })),
          },
          report: await answerOf(async () => takeIn({ service, caller: await side.caller(place), side }, files)),
        };
      },
    };
  }),
);

/** Exports and imports; a weight and an operation each. */
export const ARCHIVE_COMMANDS: readonly Weighted[] = [
  { weight: 4, arbitrary: importing },
  { weight: 3, arbitrary: moving },
];
