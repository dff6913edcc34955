import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Examination, examine } from '../../../src/doctor/examine.ts';
import { prepareFrom } from '../../../src/prepare.ts';
import { NO_PROGRESS } from '../../../src/terminal/progress.ts';

export interface Wanted {
  readonly repair?: boolean;
  readonly settings?: Readonly<Record<string, string>>;
  readonly now?: () => number;
}

/** Examines the store of a data folder in this process. */
export async function examined(
  dataDir: string,
  { repair = false, settings = {}, now }: Wanted = {},
): Promise<Examination> {
  const prepared = await prepareFrom({ ALGOTHEQUE_DATA_DIR: dataDir, ...settings });
  const { signal } = new AbortController();
  return examine(prepared, { repair, progress: NO_PROGRESS, signal, ...(now !== undefined && { now }) });
}

/** The codes that were found, each once, in order of their names. */
export const codesOf = ({ findings }: Examination): string[] =>
  [...new Set(findings.map(({ code }) => code))].toSorted();

/** Every file below a folder: its path, and what it has. A socket, a link or a folder has no bytes. */
export async function filesBelow(dir: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const name of (await readdir(dir, { recursive: true })).toSorted()) {
    const path = join(dir, name);
    const isFile = (await stat(path)).isFile();
    files.set(
      name,
      isFile
        ? createHash('sha256')
            .update(await readFile(path))
            .digest('hex')
        : '',
    );
  }
  return files;
}

/** The contents of all files below the folder of content, wherever they are in it: no repair may lose one. */
export async function contentsBelow(dataDir: string): Promise<ReadonlySet<string>> {
  const files = await filesBelow(join(dataDir, 'algos'));
  return new Set(
    [...files].filter(([name, digest]) => digest !== '' && !name.startsWith('lock.')).map(([, digest]) => digest),
  );
}

/** Runs SQL on the database past the adapter, which would refuse most of it. */
export function edit(dataDir: string, sql: string, values: readonly (string | number | Uint8Array)[] = []): void {
  const db = new DatabaseSync(join(dataDir, 'algotheque.db'));
  try {
    db.enableDefensive(false);
    db.exec('PRAGMA ignore_check_constraints = ON');
    if (values.length === 0) db.exec(sql);
    else db.prepare(sql).run(...values);
  } finally {
    db.close();
  }
}

/** The number that a query gives as `answer`. */
export function ask(dataDir: string, sql: string): number {
  const db = new DatabaseSync(join(dataDir, 'algotheque.db'));
  try {
    return Number(db.prepare(sql).get()?.['answer']);
  } finally {
    db.close();
  }
}
