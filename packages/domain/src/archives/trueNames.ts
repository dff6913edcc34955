import { type ArchiveIndex, INDEX_PATH, type TrueName } from './archiveIndex.ts';
import { ALGOS_FOLDER } from './archiveNames.ts';
import { VERSIONS_PATH } from './exportVersions.ts';
import { UnreadableFileError } from './importFile.ts';

const JSON_END = /\.json$/i;

/** Files of an export that an import does not read. */
export const UNREAD_FILES: readonly string[] = ['profil.json', 'sessions.json', 'algos.json', VERSIONS_PATH];

/** Files of an export that are no algorithms. */
const OTHER_FILES: readonly string[] = [...UNREAD_FILES, INDEX_PATH];

/** Says of the paths of an import which names they stand for: by the index where it knows the path, else by the path. */
export class TrueNames {
  readonly #index: ArchiveIndex | null;

  constructor(index: ArchiveIndex | null) {
    this.#index = index;
  }

  /** Whether the file is a part of an export that says nothing new: it is not imported, nor reported. */
  isOther(path: string): boolean {
    return this.#index !== null && (path === ALGOS_FOLDER || OTHER_FILES.includes(path));
  }

  /** The name of the algorithm in a file, and its folders. @throws UnreadableFileError for a file whose name does not end with `.json` */
  ofFile(path: string): TrueName {
    const indexed = this.#index?.algo(path) ?? null;
    if (indexed !== null) return indexed;
    if (!JSON_END.test(path)) throw new UnreadableFileError('json');
    const end = path.lastIndexOf('/') + 1;
    return { nom: path.slice(end).replace(JSON_END, ''), dossier: this.ofFolder(path.slice(0, end)) };
  }

  /** The names of a folder and of those above it, from the top. @param path empty for the top, else with a slash at its end */
  ofFolder(path: string): readonly string[] {
    if (path === '' || (this.#index !== null && path === ALGOS_FOLDER)) return [];
    const indexed = this.#index?.folder(path) ?? null;
    if (indexed !== null) return indexed;
    const end = path.lastIndexOf('/', path.length - 2) + 1;
    return [...this.ofFolder(path.slice(0, end)), path.slice(end, -1)];
  }
}
