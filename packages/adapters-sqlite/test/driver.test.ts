import { type StoreDriverFixture, storeDriverContract } from '@algotheque/domain/contracts';
import { memoryContentFolder } from '@algotheque/domain/memory';
import { describe, expect, it } from 'vitest';
import { sqliteDriver } from '../src/index.ts';
import { onRawFile } from './support/rawFile.ts';
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
  await expect(sqliteDriver.read(url, { files: null })).rejects.toThrow('in a folder');
});
