import * as v from 'valibot';
import { invalidData, type Violation } from '../errors.ts';
import type { Folder } from '../folders/folderTree.ts';
import { violationsOf } from '../inputs/violation.ts';
import { MOST_PARTS, UnreadableFileError } from './importFile.ts';

/** Where the index is in an archive. */
export const INDEX_PATH = 'index.json';

const FORMAT = 'algotheque-export';
const FORMAT_VERSION = 1;

/** What the format and the version must be: who made the archive, or uses another release, has to know. */
const MESSAGES: Readonly<Partial<Record<string, string>>> = {
  '/format': `is not ${FORMAT}, that of exports; a file of another kind needs another name`,
  '/version': `is not ${FORMAT_VERSION}, the only version that this release reads`,
};

const IndexInput = v.object({
  format: v.literal(FORMAT),
  version: v.literal(FORMAT_VERSION),
  dossiers: v.array(v.object({ id: v.number(), nom: v.string(), parentId: v.nullable(v.number()), path: v.string() })),
  algos: v.array(v.object({ path: v.string(), nom: v.string(), dossierId: v.nullable(v.number()) })),
});

/** What an index says of a file. */
export interface IndexedAlgo {
  readonly path: string;
  readonly nom: string;
  readonly dossierId: number | null;
}

/** The true name of an algorithm, and the names of its folders from the top. */
export interface TrueName {
  readonly nom: string;
  readonly dossier: readonly string[];
}

type IndexValue = v.InferOutput<typeof IndexInput>;
type IndexedFolder = IndexValue['dossiers'][number];

/** The index of an archive that is read. */
export class ArchiveIndex {
  readonly #algos: ReadonlyMap<string, IndexedAlgo>;
  readonly #folders: ReadonlyMap<number, IndexedFolder>;
  readonly #idsByPath: ReadonlyMap<string, number>;

  /** @throws DomainError General.Invalid_data for an index of another form or version */
  constructor(value: unknown) {
    const { success, output, issues } = v.safeParse(IndexInput, value, { abortEarly: true });
    if (!success) throw invalidData(...violationsOf(issues).map(inIndex));
    this.#algos = new Map(output.algos.map((algo) => [algo.path, algo]));
    this.#folders = new Map(output.dossiers.map((folder) => [folder.id, folder]));
    this.#idsByPath = new Map(output.dossiers.map(({ id, path }) => [path, id]));
  }

  /** What the index says of this file. @throws UnreadableFileError if it says that the file is in a folder that it does not have */
  algo(path: string): TrueName | null {
    const found = this.#algos.get(path);
    return found === undefined ? null : { nom: found.nom, dossier: this.#way(found.dossierId) };
  }

  /** The names of a folder and of those above it, from the top, by its path, which has a slash at its end. Throws as `algo`. */
  folder(path: string): readonly string[] | null {
    const id = this.#idsByPath.get(path);
    return id === undefined ? null : this.#way(id);
  }

  #way(id: number | null): readonly string[] {
    const way: string[] = [];
    for (let at = id; at !== null; ) {
      const folder = this.#folders.get(at);
      if (folder === undefined || way.length >= MOST_PARTS) throw new UnreadableFileError('damaged');
      way.push(folder.nom);
      at = folder.parentId;
    }
    return way.reverse();
  }
}

const inIndex = ({ path, rule, message }: Violation): Violation => ({
  path: `/${INDEX_PATH}${path}`,
  rule,
  message: MESSAGES[path] ?? message,
});

/** The index of an archive that is written. It keeps one line of text for each algorithm. */
export class IndexWriter {
  readonly #lines: string[] = [];
  readonly #leftOut: number[] = [];

  /** @param algo with its id, by which other files of the archive name it */
  add({ id, path, nom, dossierId }: IndexedAlgo & { readonly id: number }): void {
    this.#lines.push(JSON.stringify({ id, path, nom, dossierId }));
  }

  /** This algorithm is damaged, and is not in the archive. */
  leaveOut(id: number): void {
    this.#leftOut.push(id);
  }

  /** The whole index as text. @param paths the path of each folder, by id */
  *text(folders: readonly Folder[], paths: ReadonlyMap<number | null, string>): Generator<string> {
    const dossiers = folders.map(({ id, nom, parentId }) => ({ id, nom, parentId, path: paths.get(id) }));
    const head = { format: FORMAT, version: FORMAT_VERSION, dossiers, omis: this.#leftOut };
    yield `${JSON.stringify(head).slice(0, -1)},"algos":[`;
    for (const [index, line] of this.#lines.entries()) yield index === 0 ? line : `,\n${line}`;
    yield ']}';
  }
}
