import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Changes the database of a data folder behind the back of the service. */
export function edit(dataDir: string, sql: string): void {
  const db = new DatabaseSync(join(dataDir, 'algotheque.db'));
  db.exec(sql);
  db.close();
}

/** Runs `work` when everything is copied and nothing is verified yet. */
export const onceCopied = (work: () => void) => ({
  onLine: (line: string): void => {
    if (/^ {2}counters of ids: \d+ copied/.test(line)) work();
  },
});
