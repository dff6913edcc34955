import * as v from 'valibot';
import type { Folder } from '../folders/folderTree.ts';
import { MAX_NOM } from '../nameInput.ts';
import { invalidData, type Violation } from '../responses.ts';
import { rule } from '../textInput.ts';
import { violationsOf } from '../violation.ts';
import { nextTurn } from '../work.ts';
import { MOST_PARTS, MOST_PATH_CHARS, UnreadableFileError } from './importFile.ts';

export const INDEX_PATH = 'index.json';

const FORMAT = 'algotheque-export';
const FORMAT_VERSION = 1;

const MESSAGES: Readonly<Partial<Record<string, string>>> = {
  '/format': `is not ${FORMAT}, that of exports; a file of another kind needs another name`,
  '/version': `is not ${FORMAT_VERSION}, the only version that this release reads`,
};

const IndexInput = v.object({
  format: v.literal(FORMAT),
  version: v.literal(FORMAT_VERSION),
  dossiers: v.array(v.unknown()),
  algos: v.array(v.unknown()),
});

/** A longer name is refused before anything looks at it. */
const name = v.pipe(v.string(), v.maxLength(2 * MAX_NOM, rule('max_length')));
const path = v.pipe(v.string(), v.maxLength(MOST_PATH_CHARS, rule('max_length')));

const FolderInput = v.object({ id: v.number(), nom: name, parentId: v.nullable(v.number()), path });
const AlgoInput = v.object({ path, nom: name, dossierId: v.nullable(v.number()) });

const ROWS_IN_TURN = 1_000;

type IndexedAlgo = Readonly<v.InferOutput<typeof AlgoInput>>;
type IndexedFolder = v.InferOutput<typeof FolderInput>;

export interface TrueName {
  readonly nom: string;
  readonly dossier: readonly string[];
}

/** macOS writes names in NFD when it unpacks and packs an archive. */
const pathKey = (path: string): string => path.normalize('NFC');

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

  /** @throws UnreadableFileError if the index says that the file is in a folder that it does not have */
  algo(path: string): TrueName | null {
    const found = this.#algos.get(pathKey(path));
    return found === undefined ? null : { nom: found.nom, dossier: this.#way(found.dossierId) };
  }

  /** The names from the top of a folder whose path ends with a slash. @throws UnreadableFileError */
  folder(path: string): readonly string[] | null {
    const id = this.#idsByPath.get(pathKey(path));
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

function readAs<Schema extends v.GenericSchema>(schema: Schema, value: unknown, at: string): v.InferOutput<Schema> {
  const { success, output, issues } = v.safeParse(schema, value, { abortEarly: true });
  if (success) return output;
  throw invalidData(
    ...violationsOf(issues).map(({ path, rule, message }): Violation => {
      return { path: `/${INDEX_PATH}${at}${path}`, rule, message: MESSAGES[at + path] ?? message };
    }),
  );
}

/** Keeps one line of text for each algorithm. */
export class IndexWriter {
  readonly #lines: string[] = [];
  readonly #leftOut: number[] = [];

  add({ id, path, nom, dossierId }: IndexedAlgo & { readonly id: number }): void {
    this.#lines.push(JSON.stringify({ id, path, nom, dossierId }));
  }

  leaveOut(id: number): void {
    this.#leftOut.push(id);
  }

  /** @param paths the path of each folder, by id */
  *text(folders: readonly Folder[], paths: ReadonlyMap<number | null, string>): Generator<string> {
    const dossiers = folders.map(({ id, nom, parentId }) => ({ id, nom, parentId, path: paths.get(id) }));
    const head = { format: FORMAT, version: FORMAT_VERSION, dossiers, omis: this.#leftOut };
    yield `${JSON.stringify(head).slice(0, -1)},"algos":[`;
    for (const [index, line] of this.#lines.entries()) yield index === 0 ? line : `,\n${line}`;
    yield ']}';
  }
}
