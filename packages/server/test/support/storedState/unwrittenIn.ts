import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** How many contents of a data folder are not in durable files. */
export function unwrittenIn(dir: string): number {
  const db = new DatabaseSync(join(dir, 'algotheque.db'), { readOnly: true });
  try {
    return Number(db.prepare('SELECT count(*) AS count FROM unwritten').get()?.['count']);
  } finally {
    db.close();
  }
}
