import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { UnavailableError } from '@algotheque/domain';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { CommitGroup } from '../src/connection/commitGroup.ts';
import { quickCheck } from '../src/upkeep/quickCheck.ts';
import { integrityProblems, storeChecks } from '../src/upkeep/storeChecks.ts';
import { wrongKeys } from '../src/users/emailCase.ts';
import { connectionTo } from './support/connectionTo.ts';
import { onRawFile } from './support/rawFile.ts';
import { newAlgo, newGrant, newSession, newUser } from './support/samples.ts';
import { scratchPath } from './support/scratch.ts';
import { openedStore } from './support/unavailable.ts';

/** A group of commits, and how many works each commit had. */
function countedGroup() {
  const groups: number[] = [];
  const group = new CommitGroup({
    alone: (work) => work(),
    together: (works) => works(),
    requireRoom: () => {},
    inSavepoint: (work) => work(),
    onCommit: (works) => groups.push(works),
    fail: (error) => {
      throw error;
    },
  });
  return { groups, group };
}

it('a commit is made after twelve turns without a further work', async () => {
  const { groups, group } = countedGroup();
  const work = group.add(() => {}, 'growth');
  let turns = 0;
  for (; groups.length === 0 && turns < 50; turns += 1) await turn();
  expect([turns, groups]).toEqual([12, [1]]);
  await work;
});

it('a commit waits 64 turns at most for works that come all the time', async () => {
  const { groups, group } = countedGroup();
  const works: Promise<unknown>[] = [];
  for (let count = 0; groups.length === 0 && count < 200; count += 1) {
    // In each second turn, because 64 works would be a commit by their number.
    if (count % 2 === 0) works.push(group.add(() => {}, 'growth'));
    await turn();
  }
  expect(groups).toEqual([32]);
  group.commitAll();
  await Promise.all(works);
});

it('one transaction removes at most 500 rows', async () => {
  const store = openedStore(scratchPath());
  await Promise.all(Array.from({ length: 1_200 }, (_, index) => store.sessionStore.insert(newSession(`${index}`))));
  const commits = vi.spyOn(DatabaseSync.prototype, 'exec');
  onTestFinished(() => commits.mockRestore());
  await store.sessionStore.deleteByUser(1, 2);
  expect(commits.mock.calls.filter(([sql]) => sql === 'COMMIT')).toHaveLength(3);
  expect(await store.sessionStore.listByUser(1, 5)).toEqual([]);
  await store.close();
});

it('a commit without one of 1,200 grants writes one row of those by which records are found', async () => {
  const path = scratchPath();
  const store = openedStore(path);
  const permsAlgorithme = Array.from({ length: 1_200 }, (_, at) => newGrant(at + 2));
  await store.algos.insert({ ...newAlgo(1, { permsAlgorithme }), id: 1 });
  onRawFile(path, (db) =>
    db.exec(`CREATE TABLE noted (what TEXT);
      CREATE TRIGGER ofDeleted AFTER DELETE ON access BEGIN INSERT INTO noted VALUES ('deleted'); END;
      CREATE TRIGGER ofInserted AFTER INSERT ON access BEGIN INSERT INTO noted VALUES ('inserted'); END;
      CREATE TRIGGER ofUpdated AFTER UPDATE ON access BEGIN INSERT INTO noted VALUES ('updated'); END;`),
  );
  await store.algos.compareAndSet(1, 1, { permsAlgorithme: permsAlgorithme.slice(1) });
  onRawFile(path, (db) => expect(db.prepare('SELECT what FROM noted').all()).toEqual([{ what: 'deleted' }]));
  await store.close();
});

it('the parameters of at most 100 kinds of hashes are looked up', async () => {
  const store = openedStore(scratchPath());
  for (let cost = 1; cost <= 101; cost += 1)
    await store.users.insert(
      newUser({
        adresseMail: `${cost}@example.org`,
        mdpHash: `$argon2id$v=19$m=${100_000 + cost},t=1,p=1$c2FsdA$aGFzaA`,
      }),
    );
  expect(await store.users.hashParameters()).toHaveLength(100);
  await store.close();
});

it('a check of e-mail keys names at most 100 users', async () => {
  const path = scratchPath();
  const made = openedStore(path, { emailCase: 'folded' });
  for (let count = 0; count < 101; count += 1)
    await made.users.insert(newUser({ adresseMail: `${count}@example.org` }));
  await made.close();
  onRawFile(path, (db) => db.exec("UPDATE users SET emailKey = 'x' || id"));
  expect(wrongKeys(connectionTo(path))).toHaveLength(100);
});

/** Lets a column of a table of this many rows be one that must not be null, which it is. */
function damage(path: string, table: string, rows: number): void {
  onRawFile(path, (db) => {
    db.exec(`CREATE TABLE "${table}" (value TEXT)`);
    const insert = db.prepare(`INSERT INTO "${table}" VALUES (NULL)`);
    for (let count = 0; count < rows; count += 1) insert.run();
    db.enableDefensive?.(false);
    db.exec('PRAGMA writable_schema = ON');
    db.prepare('UPDATE sqlite_schema SET sql = ? WHERE name = ?').run(
      `CREATE TABLE "${table}" (value TEXT NOT NULL)`,
      table,
    );
  });
}

describe('what SQLite finds in a file', () => {
  it('is reported up to 100 problems by the doctor, which shows five of them', async () => {
    const path = scratchPath();
    await openedStore(path).close();
    damage(path, 'more', 120);
    const connection = connectionTo(path);
    expect(integrityProblems(connection)).toHaveLength(100);
    const [check] = storeChecks({ connection, location: path });
    const run = { keepAside: null } as never;
    const details: unknown[] = [];
    for await (const { detail } of check?.run(run) ?? []) details.push(detail);
    expect(details).toEqual([expect.stringMatching(/^(NULL value in more\.value; ){5}and 95 more$/)]);
  });

  it('is reported up to 20 lines by the check in the background', async () => {
    const path = scratchPath();
    damage(path, 'more', 30);
    expect(await quickCheck(path)).toHaveLength(20);
  });

  it('is refused by the check in the background in more than 64 KiB', async () => {
    const path = scratchPath();
    damage(path, 'x'.repeat(4_000), 20);
    await expect(quickCheck(path)).rejects.toBeInstanceOf(UnavailableError);
  });
});
