import { join } from 'node:path';
import { scratchFolder } from '../../../../../test/support/scratchFolder.ts';
import { sqliteIn } from './places.ts';
import { sampleStore } from './sampleStore.ts';

/** A filled store on the embedded defaults, and the place that a migration copies it to. */
export async function scene() {
  const scratch = scratchFolder();
  const { dataDir: source, token, algoIds } = await sampleStore(join(scratch, 'source'));
  const target = join(scratch, 'target');
  const at = (name: string) => join(scratch, name);
  return { at, scratch, source, target, token, algoIds, from: sqliteIn(source), to: sqliteIn(target) };
}
