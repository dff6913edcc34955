import type { Rule } from '../errors.ts';

/** A file or folder that is imported. */
export interface ImportFile {
  /** The parts of the path with `/` between them; a folder has one at its end. Untrusted. */
  readonly path: string;
  /** Default: a folder if the path ends with a slash, else a file. `other`: a link or something else that is refused. */
  readonly kind?: 'other';
  /** The name of the algorithm and the names of its folders from the top, if the path does not tell them. Untrusted. */
  readonly named?: { readonly nom: unknown; readonly dossier: unknown };
  /** The JSON value in the file. Called at most once. @throws UnreadableFileError; all other errors end the import */
  read(): Promise<unknown>;
}

/** A file has no JSON value that can be read; the others of the import are not concerned. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
  readonly rule: Rule;

  constructor(rule: Rule, options?: ErrorOptions) {
    super(rule, options);
    this.rule = rule;
  }
}

/** More parts than a path of folders of any depth that is in use has. */
export const MOST_PARTS = 256;

/** As long as Linux takes a path: what is longer was made by no program that packs files. */
export const MOST_PATH_CHARS = 4_096;

/**
 * Whether a path leads to the same place on every system, below where it is unpacked: relative, without `..`, `.`, empty parts,
 * backslashes, drives and control characters.
 */
export function isSafePath(path: string): boolean {
  if (path === '' || path.length > MOST_PATH_CHARS || /[\\\p{Cc}]|^[A-Za-z]:/u.test(path) || !path.isWellFormed())
    return false;
  const parts = (path.endsWith('/') ? path.slice(0, -1) : path).split('/');
  return parts.length <= MOST_PARTS && parts.every((part) => part !== '' && part !== '.' && part !== '..');
}

/** What Finder and Explorer add to folders and archives of their own accord. */
const OF_SYSTEMS = /^__MACOSX\/|(?:^|\/)(?:\._[^/]*|\.DS_Store|Thumbs\.db|desktop\.ini)$/i;

/** Whether the file is none of the person's: it is not imported, nor reported. */
export const isOfSystem = (path: string): boolean => OF_SYSTEMS.test(path);
