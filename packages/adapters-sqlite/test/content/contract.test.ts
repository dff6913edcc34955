import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ContentStoreFixture, contentStoreContract } from '@algotheque/domain/contracts';
import { FakeClock, MemoryDisk, memoryContentFiles } from '@algotheque/domain/memory';
import { describe, it } from 'vitest';
import { openSqliteStore, type SqliteStore } from '../../src/index.ts';
import { closed, turns } from '../support/embedded.ts';
import { onRawFile } from '../support/rawFile.ts';
import { newAlgo } from '../support/samples.ts';

async function openFixture(): Promise<ContentStoreFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'algotheque-sqlite-'));
  const path = join(folder, 'store.db');
  const clock = new FakeClock();
  const stores: SqliteStore[] = [];
  let disk = new MemoryDisk();
  const open = () => {
    const store = openSqliteStore(path, { onProblem: () => {}, bounds: { keptBytes: 0 } }); // contents are read from the table
    stores.push(store);
    return store.contentIn(memoryContentFiles(disk), { clock });
  };
  const cut = async () => {
    for (const store of stores.splice(0)) await closed(store, clock);
  };
  const algosOf = () => {
    const store = stores.at(-1);
    if (store === undefined) throw new Error('The store is closed');
    return store.algos;
  };
  const filesWritten = async () => {
    await turns();
    clock.advance(250);
    await turns();
  };
  return {
    port: open(),
    clock,
    records: {
      async commit(id, ref) {
        const found = await algosOf().findById(id);
        if (found === null) await algosOf().insert({ ...newAlgo(id), id, ref });
        else if (found.ref !== ref) await algosOf().compareAndSet(id, found.version, { ref });
      },
      remove: (id) => algosOf().delete(id, null),
    },
    async crash() {
      disk = disk.afterKill();
      return open();
    },
    async reopen() {
      await cut();
      return open();
    },
    distinguishesProcesses: true,
    tellsDamage: true,
    async damage(ref) {
      return onRawFile(path, (db) => {
        db.prepare('UPDATE contents SET bytes = substr(bytes, 2) WHERE ref = ?').run(ref);
        const id = Number(db.prepare('SELECT algoId FROM unwritten WHERE ref = ?').get(ref)?.['algoId']);
        return { place: 'unwritten', id, field: 'bytes' };
      });
    },
    async dump() {
      await filesWritten();
      const rows = onRawFile(path, (db) => db.prepare('SELECT CAST(bytes AS TEXT) AS text FROM contents').all());
      return JSON.stringify([disk.texts(), rows]);
    },
    cut,
    async close() {
      await cut();
      rmSync(folder, { recursive: true });
    },
  };
}

contentStoreContract({ describe, it }, openFixture);
