import { describe, expect, it } from 'vitest';
import { DamagedError } from '../../src/index.ts';
import { exported } from '../archives/support/archive.ts';
import { openSharedAlgo, readAlgo } from '../support/algos.ts';
import type { World } from '../support/world.ts';

/** A disk changes one byte of each entry: the content is JSON still. */
function damageContents({ data }: World): void {
  for (const [ref, entry] of data.history) data.history.set(ref, { ...entry, content: damaged(entry.content) });
}

const damaged = (content: Uint8Array): Uint8Array =>
  new TextEncoder().encode(new TextDecoder().decode(content).replace(/\d/, '9'));

describe('a content of the history that is damaged', () => {
  it('is neither served nor restored as a version', async () => {
    const { world, owner } = await openSharedAlgo();
    damageContents(world);
    const { service } = world;
    for (const call of [service.getVersion, service.restoreVersion]) {
      const error = await call({ id: 1, version: 1 }, owner).catch((problem: unknown) => problem);
      expect(error).toBeInstanceOf(DamagedError);
      expect(error).toMatchObject({ place: 'history', id: [...world.data.history.keys()][0], field: 'bytes' });
    }
    expect(await readAlgo(world, owner)).toMatchObject({ version: 2, sourceCode: { version: 2 } });
    expect((await service.listVersions({ id: 1 }, owner)).versions).toHaveLength(1);
  });

  it('is not kept when a change mends the algorithm', async () => {
    const { world, owner } = await openSharedAlgo({ bounds: { cachedBytes: 0 } });
    world.contents.damaged.add(world.contents.published.get(1)?.ref ?? '');
    await world.service.patchAlgo({ id: 1, changes: { sourceCode: { version: 3 } } }, owner);
    expect(await readAlgo(world, owner)).toMatchObject({ version: 3, sourceCode: { version: 3 } });
    const { versions } = await world.service.listVersions({ id: 1 }, owner);
    expect(versions.map(({ version }) => version)).toEqual([1]);
    expect(world.problems).toEqual(['algorithm content: a former one that is not kept']);
  });

  it('is left out of an export, and reported', async () => {
    const { world, owner } = await openSharedAlgo();
    damageContents(world);
    expect((await exported(world, owner)).get('versions.json')).toBe('[]');
    expect(world.problems).toContain('export: left out');
  });
});
