import type { Folder } from '../folders/folderTree.ts';

/**
 * The most UTF-16 units of a name in a file name, so that the names of some folders fit into the 260 that Windows allows for a whole path.
 */
const MAX_UNITS = 60;

/** What Windows, macOS or Linux do not take in a file name, and what cannot be seen in one. */
const UNSAFE = /[<>:"/\\|?*\p{C}\p{Zl}\p{Zp}]/gu;

/** Names of devices on Windows, with every ending. */
const DEVICE = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)(?=[ .])/i;

/** Names that begin so are hidden, or read as an option of a command. */
const BEGINNING = /^[\s.~-]+/u;

/**
 * A part of a path that every system takes, made of a name and an id. It is unique where the id is, also where upper and lower case are
 * equal, and stays the same as long as the name does. The name may be shortened and have other characters: the index has the true one.
 */
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

/** The folder of an archive in which the algorithms are. */
export const ALGOS_FOLDER = 'algorithmes/';

/** Windows takes 260 UTF-16 units for a whole path: so many are left for a file below a folder, with its id. */
const MOST_FOLDER_UNITS = 115;

/**
 * The path of each folder, with a slash at its end, by id; the top under null. A folder comes after the one that it lies in. One whose path
 * would be too long is beside those at the top: paths of files have less than 200 UTF-16 units so, and the index has its place.
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
