import { lstatSync, realpathSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { syncFolder } from '@algotheque/domain/files';
import type { Closing } from '../closing.ts';
import { isWithin } from '../places.ts';
import { StartError } from '../startError.ts';

export interface Output {
  readonly name: string;
  write(bytes: Uint8Array): Promise<void>;
  /** All is written: it is durable, and gets its name. */
  finish(): Promise<void>;
}

/**
 * Opens a new file for a backup, which gets its name when it is finished. Only this user can read it.
 * @param contentDir a folder that must not have it: servers keep only contents there; null if there is none
 * @throws StartError when something has its name, or another run writes it
 */
export async function fileOutput(target: string, contentDir: string | null, closing: Closing): Promise<Output> {
  const path = resolve(target);
  refuse(path, contentDir);
  const partial = `${path}.partial`;
  if (lstatSync(partial, { throwIfNoEntry: false }) !== undefined)
    throw new StartError(
      `${partial} exists: another run writes it, or one that was killed has left it; remove it then`,
    );
  const file = await open(partial, 'wx', 0o600);
  closing.add(file, async () => {
    await rm(partial, { force: true });
    await file.close();
  });
  return {
    name: path,
    write: (bytes) => file.writeFile(bytes), // after what is written
    async finish() {
      await file.sync();
      refuse(path, contentDir);
      await rename(partial, path);
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
