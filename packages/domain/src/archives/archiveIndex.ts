import * as v from 'valibot';
import { invalidData, type Violation } from '../errors.ts';
import type { Folder } from '../folders/folderTree.ts';
import { MAX_NOM } from '../inputs/name.ts';
import { rule } from '../inputs/text.ts';
import { violationsOf } from '../inputs/violation.ts';
import { nextTurn } from '../turns.ts';
import { MOST_PARTS, MOST_PATH_CHARS, UnreadableFileError } from './importFile.ts';

/** Where the index is in an archive. */
export const INDEX_PATH = 'index.json';

const FORMAT = 'algotheque-export';
const FORMAT_VERSION = 1;

/** What the format and the version must be: who made the archive, or uses another release, has to know. */
const MESSAGES: Readonly<Partial<Record<string, string>>> = {
  '/format': `is not ${FORMAT}, that of exports; a file of another kind needs another name`,
  '/version': `is not ${FORMAT_VERSION}, the only version that this release reads`,
};

/** The lists are read apart, some rows in a turn. */
const IndexInput = v.object({
  format: v.literal(FORMAT),
  version: v.literal(FORMAT_VERSION),
  dossiers: v.array(v.unknown()),
  algos: v.array(v.unknown()),
});

/** As many UTF-16 units as the longest name has: a longer one is refused before anything looks at it. */
const name = v.pipe(v.string(), v.maxLength(2 * MAX_NOM, rule('max_length')));
const path = v.pipe(v.string(), v.maxLength(MOST_PATH_CHARS, rule('max_length')));

const FolderInput = v.object({ id: v.number(), nom: name, parentId: v.nullable(v.number()), path });
const AlgoInput = v.object({ path, nom: name, dossierId: v.nullable(v.number()) });

/** How many rows of an index are read in one turn of the event loop. */
const ROWS_IN_TURN = 1_000;

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

type IndexedFolder = v.InferOutput<typeof FolderInput>;

/** The index of an archive that is read. */
export class ArchiveIndex {
  readonly #algos = new Map<string, IndexedAlgo>();
  readonly #folders = new Map<number, IndexedFolder>();
  readonly #idsByPath = new Map<string, number>();

  /** @throws DomainError General.Invalid_data for an index of another form or version, or with a name that is longer than names can be */
  static async of(value: unknown): Promise<ArchiveIndex> {
    const index = new ArchiveIndex();
    const { dossiers, algos } = readAs(IndexInput, value, '');
    await index.#read('dossiers', dossiers, FolderInput, (folder) => {
      index.#folders.set(folder.id, folder);
      index.#idsByPath.set(folder.path, folder.id);
    });
    await index.#read('algos', algos, AlgoInput, (algo) => index.#algos.set(algo.path, algo));
    return index;
  }

  async #read<Schema extends v.GenericSchema>(
    list: string,
    rows: readonly unknown[],
    schema: Schema,
    note: (row: v.InferOutput<Schema>) => void,
  ): Promise<void> {
    for (const [at, row] of rows.entries()) {
      if (at % ROWS_IN_TURN === 0) await nextTurn();
      note(readAs(schema, row, `/${list}/${at}`));
    }
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

/** @param at the JSON Pointer of the value within the index */
function readAs<Schema extends v.GenericSchema>(schema: Schema, value: unknown, at: string): v.InferOutput<Schema> {
  const { success, output, issues } = v.safeParse(schema, value, { abortEarly: true });
  if (success) return output;
  throw invalidData(
    ...violationsOf(issues).map(({ path, rule, message }): Violation => {
      return { path: `/${INDEX_PATH}${at}${path}`, rule, message: MESSAGES[at + path] ?? message };
    }),
  );
}

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
