import { linkSync, writeFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PENDING_AGE_MS } from '@algotheque/domain';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openFileStore } from '../src/index.ts';
import { bytes, scratchFolder, scratchStore } from './scratch.ts';

describe('pending work', () => {
  it('has work of this process only when it is older than any request, by the injected clock', async () => {
    let now = 1_000;
    const { store } = await scratchStore(() => now);
    const ref = await store.stage(bytes('[]'), null);
    now = 2_000;
    const later = await store.stage(bytes('[]'), null);
    now = 1_000 + PENDING_AGE_MS - 1;
    expect(await store.pending(0)).toEqual([]);
    now += 1;
    expect(await store.pending(0)).toEqual([ref]);
    now += 1_000;
    expect([...(await store.pending(0))].sort()).toEqual([ref, later].sort());
  });

  it('has no work of this process although the clock of the machine jumps ahead', async () => {
    const store = await openFileStore(scratchFolder());
    await store.stage(bytes('[]'), null);
    vi.spyOn(Date, 'now').mockReturnValue(Number.MAX_SAFE_INTEGER);
    onTestFinished(() => void vi.restoreAllMocks());
    expect(await store.pending(Date.now())).toEqual([]);
  });

  it('leaves a complete file as it is', async () => {
    const { dir, store } = await scratchStore();
    const ref = await store.stage(bytes('[1]'), null);
    await store.publish(1, ref);
    writeFileSync(join(dir, 'staging', ref), '[');
    const next = await openFileStore(dir);
    expect(await next.pending(0)).toEqual([ref]);
    await next.publish(1, ref);
    expect(await next.read(1, ref)).toEqual(bytes('[1]'));
    expect(await readdir(join(dir, 'staging'))).toEqual([]);
  });

  it('does not have what is being written at this moment', async () => {
    const { store } = await scratchStore();
    const making = Array.from({ length: 20 }, (_, at) => store.stage(bytes(`[${at}]`), null));
    const scans = Array.from({ length: 20 }, () => store.pending(0));
    for (const look of scans) expect(await look).toEqual([]);
    await Promise.all(making);
  });

  it('does not have what is finished during the scan', async () => {
    const { dir, store } = await scratchStore();
    // With this many names, listing them takes longer than finishing the work.
    for (let file = 0; file < 3_000; file += 1) writeFileSync(join(dir, 'staging', `junk-${file}`), '');
    for (let round = 1; round <= 20; round += 1) {
      const refs = await Promise.all(Array.from({ length: 4 }, () => store.stage(bytes(`[${round}]`), null)));
      const looking = store.pending(0);
      await Promise.all(refs.map((ref) => store.discard(ref)));
      expect(await looking).toEqual([]);
    }
  });

  it('leaves out files with other names, and does not touch them', async () => {
    const { dir, store } = await scratchStore();
    const junk = ['.DS_Store', '1.json', `${'0'.repeat(32)}-${'A'.repeat(64)}`, 'x.tmp'];
    for (const name of junk) await writeFile(join(dir, 'staging', name), '');
    expect(await store.pending(0)).toEqual([]);
    expect((await readdir(join(dir, 'staging'))).sort()).toEqual([...junk].sort());
  });

  it('is kept as a former version before the first look, too', async () => {
    const { dir, store } = await scratchStore();
    const ref = await store.stage(bytes('[1]'), null);
    const next = await openFileStore(dir); // the record names it, and a power loss has undone its rename
    expect(await next.keep(1, ref)).toBe(true);
    await next.publish(1, await next.stage(bytes('[2]'), null));
    expect(await next.read(1, ref)).toEqual(bytes('[1]'));
    expect(await readdir(join(dir, 'staging'))).toEqual([]);
  });

  it('ends with publish where a power loss has kept both names of a rename', async () => {
    const { dir, store } = await scratchStore();
    const ref = await store.stage(bytes('[]'), null);
    linkSync(join(dir, 'staging', ref), join(dir, '5.json'));
    const next = await openFileStore(dir);
    await next.publish(5, ref);
    expect(await next.pending(0)).toEqual([]);
    expect(await next.read(5, ref)).toEqual(bytes('[]'));
    expect(await readdir(join(dir, 'staging'))).toEqual([]);
  });
});
