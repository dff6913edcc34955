import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sampleStore } from '../../migrate/support/sampleStore.ts';

/** The sample store, with so many more algorithms of Ada. */
export async function manyContents(dataDir: string, count: number, bytes = 40): Promise<void> {
  await sampleStore(dataDir);
  const db = new DatabaseSync(join(dataDir, 'algotheque.db'));
  const algo = db.prepare(`
    INSERT INTO algos (id, nom, nomKey, words, dateCreation, dateModification, ownerId, permsAlgorithme, version, ref, contentBytes, modifiedBy, dateSource, places, waiting)
    VALUES (?, 'Many', 'many', '["many"]', 1, 1, 1, '[]', 1, ?, ?, 1, 1, '[]', '[]')`);
  db.exec('BEGIN');
  for (let id = 1_000; id < 1_000 + count; id += 1) {
    const text = Buffer.from(JSON.stringify([id, 'x'.repeat(bytes)]));
    const ref = `${randomBytes(16).toString('hex')}-${createHash('sha256').update(text).digest('hex')}`;
    algo.run(id, ref, text.length);
    writeFileSync(join(dataDir, 'algos', `${id}.json`), text);
  }
  db.exec(`UPDATE algoIds SET last = ${1_000 + count}; COMMIT`);
  db.close();
}
