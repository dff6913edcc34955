import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openSqliteStore } from '../src/index.ts';
import { newAlgo, newGrant } from './support/samples.ts';
import { scratchPath } from './support/scratch.ts';

const PEOPLE = 500;
/** Others that each of them can read, so that their entries are on pages of their own. */
const OTHERS = 60;
const PAGE_BYTES = 4_096 + 24;

/** In pages. What a commit writes grows with the indexes of rights that it changes: five entries a person when a right begins or ends. */
it('a change of an algorithm that many can read writes only the entries of what it changes', async () => {
  const path = scratchPath();
  const { algos, close } = openSqliteStore(path);
  const permsAlgorithme = Array.from({ length: PEOPLE }, (_, at) => newGrant(at + 2));
  for (let number = 1; number <= OTHERS; number += 1) {
    const date = number % 2 === 0 ? number : 1_000 - number;
    const fields = {
      nom: `algorithm ${(number * 7) % 60}`,
      dateCreation: date,
      dateModification: 1_000 - date,
      permsAlgorithme,
    };
    await algos.insert({ ...newAlgo(number, fields), id: await algos.nextId() });
  }
  const { id } = await algos.insert({ ...newAlgo(100), id: await algos.nextId() });
  const db = new DatabaseSync(path);
  let version = 1;
  const pages = async (changes: Parameters<typeof algos.compareAndSet>[2]): Promise<number> => {
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    await algos.compareAndSet(id, version, changes);
    version += 1;
    return Math.floor(statSync(`${path}-wal`).size / PAGE_BYTES);
  };
  const counted = {
    given: await pages({ permsAlgorithme }),
    saved: await pages({ dateModification: 9 }),
    renamed: await pages({ nom: 'another name' }),
    raised: await pages({
      permsAlgorithme: permsAlgorithme.map((grant) => ({ ...grant, droits: 'ReadWrite' as const })),
    }),
    same: await pages({
      permsAlgorithme: permsAlgorithme.map((grant) => ({ ...grant, droits: 'ReadWrite' as const, date: 5 })),
    }),
  };
  db.close();
  await close();
  const most = { given: 800, saved: 420, renamed: 520, raised: 320, same: 30 };
  const beyond = Object.entries(counted).filter(([name, count]) => count > most[name as keyof typeof most]); // its own keys
  expect(beyond).toEqual([]);
  expect(counted.given).toBeGreaterThan(PEOPLE / 2);
});
