import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openFileStore } from '@algotheque/adapters-fs';
import { makeScratch } from '../../../../../test/support/scratchFolder.ts';
import type { AdapterSet } from './adapterSet.ts';
import { heldFiles } from './heldFiles.ts';
import { memorySet } from './memorySet.ts';

/** Records in memory, content in plain files that have no commit with them. Every place is the same folder. */
export async function filesSet(): Promise<AdapterSet> {
  const [records, root] = [memorySet(), makeScratch()];
  const [dir, saved] = [join(root, 'algos'), join(root, 'saved')];
  for (const each of [dir, saved]) mkdirSync(each);
  return {
    async begin() {
      await records.begin();
      rmSync(dir, { recursive: true, force: true });
      cpSync(saved, dir, { recursive: true });
    },
    async open(clock) {
      const stores = await records.open(clock);
      const contentStore = await openFileStore(dir, { now: () => clock.now(), onProblem: () => {} });
      return { ...stores, contentStore };
    },
    kill: () => records.kill(),
    async stop() {
      const held = await records.stop();
      return { ...held, ...heldFiles(dir, held) };
    },
    async save() {
      await records.save();
      cpSync(dir, saved, { recursive: true });
    },
    remove: async () => rmSync(root, { recursive: true, force: true }),
  };
}
