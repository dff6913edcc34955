import { lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentName, SavedContent } from '@algotheque/domain';
import { checkFolder, ifPresent, onDisk } from '@algotheque/domain/files';
import { MAX_BYTES } from './contentFolder.ts';
import { foreignKind } from './fileSteps.ts';
import { ForeignFiles } from './foreignFiles.ts';
import { digestFor, isRef, Layout, namesIn } from './layout.ts';

/** A file that has the name of content. */
export interface HeldFile {
  readonly path: string;
  /** What it is the content of; the reference alone for staged content. */
  readonly name: ContentName | { readonly kind: 'staged'; readonly ref: string };
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

type NameOf = (name: string) => HeldFile['name'] | null;

const stagedName: NameOf = (name) => (isRef(name) ? { kind: 'staged', ref: name } : null);

/** Opens a folder of content only to read it. Nothing is made. @throws UnavailableError when it cannot be read or is no folder */
export async function openContentReader(dir: string): Promise<ContentFolderReader> {
  const root = await onDisk(() => realpath(dir));
  const layout = new Layout(root);
  await onDisk(() => checkFolder(root));
  const files = new ForeignFiles(root, { maxBytes: MAX_BYTES, onProblem: () => {} }); // `list` reports them
  const folders: readonly (readonly [string, NameOf])[] = [...layout.contents, [layout.staging, stagedName]];
  return {
    root,
    locate: (id) => layout.published(id),
    async read(id, ref) {
      const digest = digestFor(id, ref);
      return onDisk(() => files.read(layout.placesOf(id, ref), digest));
    },
    async *list() {
      for (const [folder, nameOf] of folders) yield* held(folder, nameOf);
    },
    async *listOthers() {
      for (const [folder, nameOf] of folders)
        for await (const name of namesIn(folder))
          if (nameOf(name) === null && name !== 'probe') yield join(folder, name);
    },
    async isThere({ path, bytes, modifiedMs }) {
      const stat = await onDisk(() => ifPresent(lstat(path)));
      return stat !== null && stat.size === bytes && stat.mtimeMs === modifiedMs;
    },
  };
}

async function* held(folder: string, nameOf: NameOf): AsyncGenerator<HeldFile> {
  for await (const found of namesIn(folder)) {
    const name = nameOf(found);
    const path = join(folder, found);
    const stat = name === null ? null : await onDisk(() => ifPresent(lstat(path)));
    if (name === null || stat === null) continue;
    const { size: bytes, mtimeMs: modifiedMs } = stat;
    yield { path, name, foreign: foreignKind(stat, MAX_BYTES), bytes, modifiedMs };
  }
}
