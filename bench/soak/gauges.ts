import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ServerProcess } from '../http/serverProcess.ts';

const MIB = 1_048_576;

/** What must not grow without end, and the bound of each. */
export const BOUNDS = {
  /** Resident memory in MiB: V8 with its bound for short-lived objects, hashes of 19 MiB in four threads, bodies, caches. */
  memory: 350,
  /** Open descriptors: 128 files that wait to be synced, connections, the database. */
  descriptors: 250,
  /** SQLite's log in MiB: it begins anew at 4 MiB when no reader holds it. */
  log: 16,
  /** Mails that wait. */
  mails: 200,
  /** Files of contents: each client has three algorithms at most. */
  contents: 100,
} as const;

export type Gauges = { readonly [Name in keyof typeof BOUNDS]: number };

/** The gauges of a server with SQLite and files, now. */
export function gaugesOf(server: ServerProcess): Gauges {
  const inData = (...path: readonly string[]) => join(server.dataDir, ...path);
  return {
    memory: server.memory().now / MIB,
    descriptors: server.descriptors(),
    log: (statSync(inData('algotheque.db-wal'), { throwIfNoEntry: false })?.size ?? 0) / MIB,
    mails: mailsIn(inData('algotheque.db')),
    contents: namesIn(inData('algos')).filter((name) => name.endsWith('.json')).length,
  };
}

/** Mails that wait, read beside the server. */
function mailsIn(path: string): number {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return Number(db.prepare('SELECT count(*) AS mails FROM mails').get()?.['mails']);
  } finally {
    db.close();
  }
}

function namesIn(folder: string): readonly string[] {
  return readdirSync(folder);
}

/** The gauges that have exceeded their bound, in words. */
export function exceeded(samples: readonly Gauges[]): readonly string[] {
  return Object.entries(BOUNDS).flatMap(([name, bound]) => {
    const most = Math.max(...samples.map((sample) => sample[name as keyof Gauges])); // the keys of BOUNDS
    return most > bound ? [`${name}: ${most.toFixed(1)}, bound ${bound}`] : [];
  });
}
