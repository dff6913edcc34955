import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ifPresent, onDisk } from '@algotheque/domain/files';
import { parseName, type SpoolName } from './spoolName.ts';

/** Where a mail of the spool is: it waits, it is being sent, or the worker gave it up. */
export type MailPlace = 'waiting' | 'sending' | 'failed';

/** A file among the mails of a spool; `name` is null if the spool did not make its name. */
export interface SpooledFile {
  readonly place: MailPlace;
  readonly path: string;
  readonly file: string;
  readonly name: SpoolName | null;
}

/** What people name a mail by: it stays the same over all tries. */
export const nameOf = ({ name, file }: Pick<SpooledFile, 'name' | 'file'>): string => name?.stem ?? file;

/**
 * The files of a spool, also while a worker moves them. A mail that is moved meanwhile may be in the result twice; the later one says
 * where it is. What a worker claims and puts back is found by the second look among the waiting ones.
 * @throws UnavailableError when a folder cannot be read; an absent one is empty
 */
export async function spooledFiles(dir: string): Promise<SpooledFile[]> {
  const root = resolve(dir);
  const places = { waiting: root, sending: join(root, 'sending'), failed: join(root, 'failed') };
  const found = new Map<string, SpooledFile>();
  for (const place of ['waiting', 'sending', 'failed', 'waiting'] as const) {
    const files = (await onDisk(() => ifPresent(readdir(places[place])))) ?? [];
    for (const file of files.filter((name) => name.endsWith('.eml')).sort()) {
      const path = join(places[place], file);
      found.delete(path); // so that the later one is behind the others
      found.set(path, { place, path, file, name: parseName(file) });
    }
  }
  return [...found.values()];
}
