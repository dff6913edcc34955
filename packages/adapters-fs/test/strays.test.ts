import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFileStore } from '../src/index.ts';
import { bytes, scratchFolder } from './scratch.ts';

const [RIGHT, STRAY] = ['{"right":1}', '{"stray":2}'];

/** Moves algorithm 1, where each of the two places has what is given. Resolves to what they and `lost+found/` have then. */
async function moved(to: 'records' | 'bin', { from, there }: { readonly from: string; readonly there: string }) {
  const dir = join(scratchFolder(), 'algos');
  const problems: string[] = [];
  const store = await openFileStore(dir, { onProblem: (problem) => void problems.push(String(problem)) });
  const ref = await store.stage(bytes(RIGHT), null);
  await store.publish(1, ref);
  const [records, bin] = [join(dir, '1.json'), join(dir, 'bin', '1.json')];
  const [source, target] = to === 'bin' ? [records, bin] : [bin, records];
  await writeFile(source, from);
  await writeFile(target, there);
  await store.move(1, ref, to);
  await mkdir(join(dir, 'lost+found'), { recursive: true });
  const contentsIn = async (folder: string) => {
    const names = (await readdir(folder)).filter((name) => name.startsWith('1.json'));
    return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  };
  const [there1, from1] = to === 'bin' ? [join(dir, 'bin'), dir] : [dir, join(dir, 'bin')];
  const found = [await contentsIn(from1), await contentsIn(there1), await contentsIn(join(dir, 'lost+found'))];
  return { found, problems: problems.length };
}

describe.each(['records', 'bin'] as const)('a move to the place of %s, where something has the name', (to) => {
  it('does not replace the right content: the stray one is kept aside', async () => {
    expect(await moved(to, { from: STRAY, there: RIGHT })).toEqual({ found: [[], [RIGHT], [STRAY]], problems: 1 });
  });

  it('keeps a stray content aside that is in the way', async () => {
    expect(await moved(to, { from: RIGHT, there: STRAY })).toEqual({ found: [[], [RIGHT], [STRAY]], problems: 1 });
  });

  it('leaves one of two that are right', async () => {
    expect(await moved(to, { from: RIGHT, there: RIGHT })).toEqual({ found: [[], [RIGHT], []], problems: 0 });
  });

  it('leaves both if none is right: a read notices it', async () => {
    expect(await moved(to, { from: STRAY, there: STRAY })).toEqual({ found: [[STRAY], [STRAY], []], problems: 0 });
  });
});
