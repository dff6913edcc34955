import { DatabaseSync } from 'node:sqlite';
import type { AlgoRepository } from '@algotheque/domain';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Connection } from '../src/connection/connection.ts';
import { scratchPath } from './support/scratch.ts';
import { openedStore } from './support/unavailable.ts';

/**
 * Statements that may read a whole table: of tables with one row or with work under way, and for the batches and the progress of an export.
 */
const ALLOWED = [
  /SCAN (algoIds|importMark|sqlite_sequence|deletions|places|emailCase)$/,
  /SCAN (json_each|place|given) /,
  /SCAN CONSTANT ROW$/, // values, and no table
  /SCAN ids$/,
  /SCAN known$/,
  /SCAN users USING INDEX usersByDue$/, // it holds only users for whom something is due
];
const isExport = (sql: string): boolean =>
  /^SELECT ([^(]* FROM \w+\s+ORDER BY (id|digest|ref|ownerId|key|name) LIMIT (1000|20)|count\(\*\) AS rows FROM \w+)$/.test(
    sql,
  );

/** Each statement that a store has when it is opened, and for each search of algorithms, with its plan. */
async function plans(): Promise<{ readonly sql: string; readonly steps: readonly string[] }[]> {
  const spy = vi.spyOn(Connection.prototype, 'prepare');
  onTestFinished(() => spy.mockRestore());
  const path = scratchPath();
  const store = openedStore(path);
  await search(store.algos);
  const page = { from: '', below: 'z', limit: 1 } as const;
  for (const account of [undefined, 1])
    for (const action of [undefined, 'logout'] as const) await store.events.list({ ...page, account, action });
  const statements = new Set(spy.mock.calls.map(([sql]) => sql).filter((sql) => !/PRAGMA|sqlite_schema|"/.test(sql)));
  spy.mockRestore();
  const db = new DatabaseSync(path);
  onTestFinished(() => db.close());
  return [...statements].map((sql) => ({
    sql,
    steps: db
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail)),
  }));
}

/** Each side in each order, and each condition. */
async function search(algos: AlgoRepository): Promise<void> {
  for (const side of ['owned', 'shared'] as const) {
    for (const by of ['nom', 'dateCreation', 'dateModification'] as const) {
      for (const descending of [false, true]) {
        await algos.walk({ userId: 1, side, order: { by, descending }, limit: 1 });
      }
    }
    for (const where of [{ dossierId: 1 }, { modifiedSince: 1 }, { all: true }] as const) {
      await algos.idsWhere({ userId: 1, side, where, limit: 1 });
    }
  }
  await algos.idsWhere({ userId: 1, side: 'owned', where: { word: 'a' }, limit: 1 });
  await algos.entriesOf(1, [1]);
  await algos.countByFolder(1);
}

describe('no statement', () => {
  it('scans a whole table', async () => {
    const all = await plans();
    expect(all.length).toBeGreaterThan(40);
    const scans = all
      .filter(({ sql }) => !isExport(sql))
      .flatMap(({ sql, steps }) => steps.filter((step) => step.startsWith('SCAN')).map((step) => ({ sql, step })))
      .filter(({ step }) => !ALLOWED.some((allowed) => allowed.test(step)));
    expect(scans).toEqual([]);
  });

  it('reads users of whom a field begins with a text but by an index, in its order', async () => {
    const walks = (await plans()).filter(({ sql }) => / (?:addressKey|pseudoKey) < /.test(sql));
    expect(walks.map(({ steps }) => steps)).toEqual(
      ['Address', 'Pseudo'].map((field) => [expect.stringContaining(`SEARCH users USING INDEX usersBy${field}Key (`)]),
    );
  });

  it('sorts the records of a list of algorithms', async () => {
    const lists = (await plans()).filter(
      ({ sql }) => (sql.includes('FROM algos') || sql.includes('JOIN algos')) && !sql.includes('GROUP BY'),
    );
    expect(lists.length).toBeGreaterThan(20);
    for (const { steps } of lists) expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([]);
  });

  it('sorts events, or reads others than those that are selected', async () => {
    const lists = (await plans()).filter(({ sql }) => /^SELECT .* FROM events .*key < /.test(sql));
    const indexes = lists.map(({ steps }) =>
      steps
        .filter((step) => /SEARCH|SCAN|B-TREE/.test(step))
        .map((step) => step.replace(/.*INDEX (\w+) (.*)/, '$1 $2')),
    );
    const time = 'key>? AND key<?';
    expect(indexes).toEqual([
      [`sqlite_autoindex_events_1 (${time})`],
      [`eventsByAction (action=? AND ${time})`],
      [`eventsByActor (actorId=? AND ${time})`, `eventsByOther (otherId=? AND ${time})`],
      [
        `eventsByActorAndAction (actorId=? AND action=? AND ${time})`,
        `eventsByOtherAndAction (otherId=? AND action=? AND ${time})`,
      ],
    ]);
  });
});
