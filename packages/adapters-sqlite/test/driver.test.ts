import { type StoreDriverFixture, storeDriverContract } from '@algotheque/domain/contracts';
import { memoryContentFolder } from '@algotheque/domain/memory';
import { describe, expect, it } from 'vitest';
import { openSqliteStore, sqliteDriver } from '../src/index.ts';
import { rebuildSums, sumDifferences } from '../src/upkeep/sumsCheck.ts';
import { connectionTo } from './support/connectionTo.ts';
import { onRawFile } from './support/rawFile.ts';
import { newAlgo, newGrant } from './support/samples.ts';
import { scratchPath } from './support/scratch.ts';

async function fixture(): Promise<StoreDriverFixture> {
  const path = scratchPath();
  return {
    port: sqliteDriver,
    url: `sqlite:${path}`,
    secret: null,
    folders: { own: memoryContentFolder('own'), other: memoryContentFolder('other') },
    keepsMoments: async () => true,
    async spoil() {
      onRawFile(path, (db) => db.exec('UPDATE usage SET algos = algos + 5; DROP INDEX algosByOwner'));
    },
  };
}

storeDriverContract({ describe, it }, fixture);

it('content in the store itself is refused, because its files are in a folder', async () => {
  const url = `sqlite:${scratchPath()}`;
  await expect(sqliteDriver.open(url, { folder: null })).rejects.toThrow('in a folder');
});

it.each([
  ['the owner', [{ idUtilisateur: 1, dossierId: 4 }]],
  ['another user', [{ idUtilisateur: 2, dossierId: 5 }]],
  [
    'both',
    [
      { idUtilisateur: 1, dossierId: 4 },
      { idUtilisateur: 2, dossierId: 5 },
    ],
  ],
])(
  'the index of rights is right, and stays so when it is made anew, if %s has put the algorithm into a folder',
  async (_who, places) => {
    const path = scratchPath();
    const store = openSqliteStore(path);
    const permsAlgorithme = [newGrant(2), newGrant(3)];
    await store.algos.insert({ ...newAlgo(1), id: 1, permsAlgorithme, places });
    const access = () => onRawFile(path, (db) => db.prepare('SELECT * FROM access ORDER BY userId').all());
    const before = access();
    const connection = connectionTo(path);
    expect(sumDifferences(connection)).toEqual({ owners: [], algos: [], users: [] });
    rebuildSums(connection);
    expect(access()).toEqual(before);
    await store.close();
  },
);
