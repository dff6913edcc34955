import { lstat, realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import type { SavedContent } from '@algotheque/domain';
import { checkFolder, ifPresent, onDisk } from '@algotheque/domain/files';
import { MAX_BYTES } from './contentFolder.ts';
import { foreignKind, readFirst } from './foreignFiles.ts';
import { digestFor, entriesOf, Layout, type NamedContent } from './layout.ts';

/** A file that has the name of content. */
export interface HeldFile {
  readonly path: string;
  /** What it is the content of. */
  readonly content: NamedContent;
  /** What it is, if it can be no content; to complete "it is". */
  readonly foreign: string | null;
  readonly bytes: number;
  /** Milliseconds since the Unix epoch. */
  readonly modifiedMs: number;
}

/** The content in a folder, for who only reads it, also beside a server. */
export interface ContentFolderReader extends SavedContent {
  /** The folder, without symbolic links. */
  readonly root: string;
  /** All files with the name of content, in no order. */
  list(): AsyncIterable<HeldFile>;
  /** The paths of everything else in the folder and those below it, except the names of work that is under way. */
  listOthers(): AsyncIterable<string>;
  /** Whether the same file is there still. */
  isThere(file: HeldFile): Promise<boolean>;
}

/** Opens a folder of content only to read it. Nothing is made. @throws UnavailableError when it cannot be read or is no folder */
export async function openContentReader(dir: string): Promise<ContentFolderReader> {
  const root = await onDisk(() => realpath(dir));
  const layout = new Layout(root);
  await onDisk(() => checkFolder(root));
  const options = { maxBytes: MAX_BYTES, onProblem: () => {} }; // `list` reports what is foreign
  return {
    root,
    locate: (id) => layout.published(id),
    async read(id, ref) {
      const digest = digestFor(id, ref);
      return onDisk(() => readFirst(layout.placesOf(id, ref), digest, options));
    },
    async *list() {
      for await (const { path, content } of entriesOf(layout.all)) {
        const stat = content === null ? null : await onDisk(() => ifPresent(lstat(path)));
        if (content === null || stat === null) continue;
        const { size: bytes, mtimeMs: modifiedMs } = stat;
        yield { path, content, foreign: foreignKind(stat, MAX_BYTES), bytes, modifiedMs };
      }
    },
    async *listOthers() {
      for await (const { path, content } of entriesOf(layout.all))
        if (content === null && basename(path) !== 'probe') yield path;
    },
    async isThere({ path, bytes, modifiedMs }) {
      const stat = await onDisk(() => ifPresent(lstat(path)));
      return stat !== null && stat.size === bytes && stat.mtimeMs === modifiedMs;
    },
  };
}
