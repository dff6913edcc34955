import { lstat, opendir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentFiles } from '@algotheque/domain';
import { checkFolder, ifPresent, onDisk } from '@algotheque/domain/files';
import { MAX_BYTES } from './contentFolder.ts';
import { ForeignFiles } from './foreignFiles.ts';
import { foreignKind } from './foreignKind.ts';
import { digestFor, isContentOf, isPublished, isRef, Layout, workOf } from './layout.ts';

/** A file that has the name of content. */
export interface HeldFile {
  readonly path: string;
  /** The id in the name of published content; null for staged content. */
  readonly id: number | null;
  /** The reference that is the name of staged content; null for published content. */
  readonly ref: string | null;
  /** What it is, if it can be no content; to complete "it is". */
  readonly foreign: string | null;
  readonly bytes: number;
  /** Milliseconds since the Unix epoch. */
  readonly modifiedMs: number;
}

/** The content in a folder, for who only reads it, also beside a server. */
export interface ContentFolderReader extends Pick<ContentFiles, 'read' | 'isContentOf' | 'locate'> {
  /** The folder, without symbolic links. */
  readonly root: string;
  /** All files with the name of content, published and staged, in no order. */
  list(): AsyncIterable<HeldFile>;
  /** The paths of everything else in the folder and in `staging/`, except the names of work that is under way. */
  listOthers(): AsyncIterable<string>;
  /** Whether a deletion of the algorithm is announced. */
  isAnnounced(id: number): Promise<boolean>;
  /** Whether the same file is there still. */
  isThere(file: HeldFile): Promise<boolean>;
}

/** Opens a folder of content only to read it. Nothing is made. @throws UnavailableError when it cannot be read or is no folder */
export async function openContentReader(dir: string): Promise<ContentFolderReader> {
  const root = await onDisk(() => realpath(dir));
  const layout = new Layout(root);
  await onDisk(() => checkFolder(root));
  const files = new ForeignFiles(root, { maxBytes: MAX_BYTES, onProblem: () => {} }); // `list` reports them
  return {
    root,
    isContentOf,
    locate: (id) => layout.published(id),
    read(id, ref) {
      const digest = digestFor(id, ref);
      const published = layout.published(id);
      return onDisk(() => files.read([published, layout.staged(ref), published], digest));
    },
    async *list() {
      yield* held(root, isPublished, (name) => ({ id: Number.parseInt(name, 10), ref: null }));
      yield* held(layout.staging, isRef, (name) => ({ id: null, ref: name }));
    },
    async *listOthers() {
      yield* named(root, (name) => !isPublished(name));
      yield* named(layout.staging, (name) => workOf(name) === null && name !== 'probe');
    },
    isAnnounced: (id) => onDisk(async () => (await ifPresent(lstat(layout.marker(id)))) !== null),
    async isThere({ path, bytes, modifiedMs }) {
      const stat = await onDisk(() => ifPresent(lstat(path)));
      return stat !== null && stat.size === bytes && stat.mtimeMs === modifiedMs;
    },
  };
}

async function* named(folder: string, isWanted: (name: string) => boolean): AsyncGenerator<string> {
  const entries = await onDisk(() => ifPresent(opendir(folder)));
  if (entries === null) return;
  for await (const { name } of entries) if (isWanted(name)) yield join(folder, name);
}

async function* held(
  folder: string,
  isOurs: (name: string) => boolean,
  keyOf: (name: string) => Pick<HeldFile, 'id' | 'ref'>,
): AsyncGenerator<HeldFile> {
  const entries = await onDisk(() => ifPresent(opendir(folder)));
  if (entries === null) return;
  for await (const { name } of entries) {
    const path = join(folder, name);
    const stat = isOurs(name) ? await onDisk(() => ifPresent(lstat(path))) : null;
    if (stat === null) continue;
    const { size: bytes, mtimeMs: modifiedMs } = stat;
    yield { path, ...keyOf(name), foreign: foreignKind(stat, MAX_BYTES), bytes, modifiedMs };
  }
}
