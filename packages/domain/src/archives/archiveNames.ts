import type { Folder } from '../folders/folderTree.ts';
import { type ArchiveIndex, INDEX_PATH, type TrueName } from './archiveIndex.ts';
import { UnreadableFileError } from './importFile.ts';

/** The most UTF-16 units of a name in a path, so that some folders fit into the 260 that Windows allows. */
const MAX_UNITS = 60;

/** What Windows, macOS or Linux do not take in a file name, and what cannot be seen in one. */
const UNSAFE = /[<>:"/\\|?*\p{C}\p{Zl}\p{Zp}]/gu;

/** Names of devices on Windows, with every ending. */
const DEVICE = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)(?=[ .])/i;

/** Names that begin so are hidden, or read as an option of a command. */
const BEGINNING = /^[\s.~-]+/u;

/** A part of a path that every system takes. It is unique where the id is, also without regard to case. The index has the true name. */
export function safeName(nom: string, id: number): string {
  const plain = nom.normalize('NFC').replace(UNSAFE, '_').replace(BEGINNING, '').replace(DEVICE, '_$&');
  return `${shortened(plain).trim() || '_'}-${id}`;
}

function shortened(text: string): string {
  let short = '';
  for (const character of text) {
    if (short.length + character.length > MAX_UNITS) break;
    short += character;
  }
  return short;
}

/** The folder of an export that has its algorithms and their folders. */
const ALGOS_FOLDER = 'algorithmes/';
export const VERSIONS_PATH = 'versions.json';

/** The most UTF-16 units of the path of a folder: a name follows it, and Windows allows 260 in all. */
const MOST_FOLDER_UNITS = 115;

/**
 * The path of each folder, with a slash at its end, by id, the outer folder first; the top under null. One whose path would be too long is
 * beside those at the top.
 */
export function folderPaths(folders: readonly Folder[]): ReadonlyMap<number | null, string> {
  const paths = new Map<number | null, string>([[null, ALGOS_FOLDER]]);
  const inside = Map.groupBy(folders, ({ parentId }) => parentId);
  for (const [parent, path] of paths) {
    for (const { id, nom } of inside.get(parent) ?? []) {
      const name = `${safeName(nom, id)}/`;
      paths.set(id, (path.length + name.length > MOST_FOLDER_UNITS ? ALGOS_FOLDER : path) + name);
    }
  }
  return paths;
}

const JSON_END = /\.json$/i;

export const UNREAD_FILES: readonly string[] = ['profil.json', 'sessions.json', 'algos.json', VERSIONS_PATH];

const OTHER_FILES: readonly string[] = [...UNREAD_FILES, INDEX_PATH];

/** The names that files and folders of an archive had, by its index, if it has one, or else by their paths. */
export class TrueNames {
  readonly #index: ArchiveIndex | null;

  constructor(index: ArchiveIndex | null) {
    this.#index = index;
  }

  /** Whether the file is a part of an export that says nothing new. */
  isOther(path: string): boolean {
    return this.#index !== null && (path === ALGOS_FOLDER || OTHER_FILES.includes(path));
  }

  /** @throws UnreadableFileError for a file whose name does not end with `.json` */
  ofFile(path: string): TrueName {
    const indexed = this.#index?.algo(path) ?? null;
    if (indexed !== null) return indexed;
    if (!JSON_END.test(path)) throw new UnreadableFileError('json');
    const end = path.lastIndexOf('/') + 1;
    return { nom: path.slice(end).replace(JSON_END, ''), dossier: this.ofFolder(path.slice(0, end)) };
  }

  /** @param path empty for the top, else with a slash at its end */
  ofFolder(path: string): readonly string[] {
    if (path === '' || (this.#index !== null && path === ALGOS_FOLDER)) return [];
    const indexed = this.#index?.folder(path) ?? null;
    if (indexed !== null) return indexed;
    const end = path.lastIndexOf('/', path.length - 2) + 1;
    return [...this.ofFolder(path.slice(0, end)), path.slice(end, -1)];
  }
}
