import { openSqliteStore, type SqliteStore } from '../../src/index.ts';
import { onRawFile } from './rawFile.ts';
import { newAlgo, newGrant, newSession, newUser } from './samples.ts';
import { scratchPath } from './scratch.ts';

export const SECRET = 'goldfinger';

/** A store with one row of each kind, after an edit of its file that no check prevents. */
export async function afterEdit(sql: string): Promise<{ readonly path: string; readonly store: SqliteStore }> {
  const path = scratchPath();
  const store = openSqliteStore(path);
  const user = await store.users.insert(newUser());
  const permsAlgorithme = [newGrant(2)];
  await store.algos.insert({ ...newAlgo(1, { permsAlgorithme }), id: await store.algos.nextId() });
  await store.folders.compareAndSet(user.id, 0, { lastId: 1, folders: [{ id: 1, nom: 'root', parentId: null }] });
  await store.sessionStore.insert(newSession(`${SECRET}-digest`));
  await store.deletions.add({ userId: 7, date: 1 });
  await store.close();
  onRawFile(path, (db) => {
    db.enableDefensive(false);
    db.exec('PRAGMA writable_schema = ON; DROP TRIGGER accessOfUpdated');
    // A column without its type and its NOT NULL takes any value.
    db.exec(`UPDATE sqlite_schema SET sql = replace(replace(replace(sql, ' STRICT,', ''), ' STRICT', ''), ' NOT NULL', '')
      WHERE type = 'table'`);
  });
  onRawFile(path, (db) => db.exec(`PRAGMA ignore_check_constraints = ON; ${sql}`));
  return { path, store: openSqliteStore(path) };
}
