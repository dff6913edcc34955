import type { Rule } from '../responses.ts';

export interface ImportFile {
  /** The parts of the path with `/` between them; a folder has one at its end. Untrusted. */
  readonly path: string;
  /** Default: a folder if the path ends with a slash, else a file. `other`: a link or something else that is refused. */
  readonly kind?: 'other';
  /** What the algorithm is called, if the path does not tell it. Untrusted. */
  readonly named?: { readonly nom: unknown; readonly dossier: unknown };
  /** The JSON value in the file. Called at most once. @throws UnreadableFileError; all other errors end the import */
  read(): Promise<unknown>;
}

export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
  readonly rule: Rule;

  constructor(rule: Rule, options?: ErrorOptions) {
    super(rule, options);
    this.rule = rule;
  }
}

export const MOST_PARTS = 256;

export const MOST_PATH_CHARS = 4_096;

/** Whether a path leads below the place where it is unpacked, on every system. */
export function isSafePath(path: string): boolean {
  if (path === '' || path.length > MOST_PATH_CHARS || /[\\\p{Cc}]|^[A-Za-z]:/u.test(path) || !path.isWellFormed())
    return false;
  const parts = (path.endsWith('/') ? path.slice(0, -1) : path).split('/');
  return parts.length <= MOST_PARTS && parts.every((part) => part !== '' && part !== '.' && part !== '..');
}

/** What Finder and Explorer add to folders and archives of their own accord. */
const OF_SYSTEMS = /^__MACOSX\/|(?:^|\/)(?:\._[^/]*|\.DS_Store|Thumbs\.db|desktop\.ini)$/i;

export const isOfSystem = (path: string): boolean => OF_SYSTEMS.test(path);
