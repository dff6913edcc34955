import { lstatSync, realpathSync, statSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { ifPresent, syncFolder } from '@algotheque/domain/files';
import type { Closing } from '../closing.ts';
import { isWithin } from '../places.ts';
import { StartError } from '../startError.ts';

/** Where a backup is written. */
export interface Output {
  /** Its path, or a word for it. */
  readonly name: string;
  write(bytes: Uint8Array): Promise<void>;
  /** All is written: it is durable, and gets its name. */
  finish(): Promise<void>;
}

/**
 * Opens a new file for a backup, which gets its name when it is finished; until the closing it can be unfinished. Only this user can read
 * it.
 * @param contentDir a folder that must not have it: servers keep only contents there; null if there is none
 * @throws StartError when something has its name, or another run writes it
 */
export async function fileOutput(target: string, contentDir: string | null, closing: Closing): Promise<Output> {
  const path = resolve(target);
  refuse(path, contentDir);
  const partial = `${path}.partial`;
  const file = await newFile(partial);
  let isNamed = false;
  closing.add(file, async () => {
    if (!isNamed && (await isStill(file, partial))) await rm(partial);
    await file.close();
  });
  return {
    name: path,
    write: (bytes) => file.writeFile(bytes), // after what is written
    async finish() {
      await file.sync();
      if (!(await isStill(file, partial))) throw new StartError(`Another backup to ${path} was begun meanwhile`);
      refuse(path, contentDir);
      await rename(partial, path);
      isNamed = true;
      await syncFolder(dirname(path));
    },
  };
}

function refuse(path: string, contentDir: string | null): void {
  const folder = dirname(path);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new StartError(`There is no folder ${folder}: is its disk mounted?`);
  if (contentDir !== null && isWithin(realpathSync(folder), realpathSync(contentDir)))
    throw new StartError(`${path} is in the folder of the content, ${contentDir}: name another place`);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) throw new StartError(`${path} is a folder: name a new file in it`);
  if (found !== undefined) throw new StartError(`${path} exists: each backup needs a new name`);
}

/** What an interrupted run has left is removed. @throws StartError for a thing of another user, or that is no file */
async function newFile(partial: string): Promise<FileHandle> {
  const left = lstatSync(partial, { throwIfNoEntry: false });
  if (left !== undefined && (!left.isFile() || left.uid !== (process.geteuid?.() ?? left.uid)))
    throw new StartError(`${partial} is no file of this user: remove it, or name another place`);
  if (left !== undefined) await rm(partial);
  return open(partial, 'wx', 0o600);
}

async function isStill(file: FileHandle, path: string): Promise<boolean> {
  const [mine, there] = [await file.stat(), await ifPresent(open(path, 'r'))];
  if (there === null) return false;
  try {
    const { dev, ino } = await there.stat();
    return dev === mine.dev && ino === mine.ino;
  } finally {
    await there.close();
  }
}

/** Writes a backup to a stream, such as standard output, as fast as it is read. */
export function streamOutput(stream: Writable, closing: Closing): Output {
  const ignored = (): void => {}; // each write gets the error
  stream.on('error', ignored);
  closing.add(stream, () => stream.off('error', ignored));
  return {
    name: 'standard output',
    write: (bytes) =>
      new Promise((done, fail) => {
        stream.write(bytes, (error) => (error == null ? done() : fail(error)));
      }),
    async finish() {},
  };
}
