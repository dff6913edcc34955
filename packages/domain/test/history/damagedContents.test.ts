import { describe, expect, it } from 'vitest';
import { DamagedError } from '../../src/index.ts';
import { exported } from '../archives/support/archive.ts';
import { openSharedAlgo, readAlgo } from '../support/algos.ts';
import type { World } from '../support/world.ts';

/** A disk changes the contents of former versions. */
function damageContents({ contents }: World): void {
  for (const ref of contents.formers.keys()) contents.damaged.add(ref);
}

describe('a content of the history that is damaged', () => {
  it('is neither served nor restored as a version', async () => {
    const { world, owner } = await openSharedAlgo({ bounds: { cachedBytes: 0 } });
    damageContents(world);
    const { service } = world;
    for (const call of [service.getVersion, service.restoreVersion]) {
      const error = await call({ id: 1, version: 1 }, owner).catch((problem: unknown) => problem);
      expect(error).toBeInstanceOf(DamagedError);
      expect(error).toMatchObject({ id: [...world.data.history.keys()][0], field: 'content' });
    }
    expect(await readAlgo(world, owner)).toMatchObject({ version: 2, sourceCode: { version: 2 } });
    expect((await service.listVersions({ id: 1 }, owner)).versions).toHaveLength(1);
  });

  it('is kept as it is when a change mends the algorithm, and one that is missing is not', async () => {
    const { world, owner } = await openSharedAlgo({ bounds: { cachedBytes: 0 } });
    world.contents.damaged.add(world.contents.records.get(1)?.ref ?? '');
    for (const version of [3, 4]) {
      await world.service.patchAlgo({ id: 1, changes: { sourceCode: { version } } }, owner);
      expect(await readAlgo(world, owner)).toMatchObject({ version, sourceCode: { version } });
      world.contents.records.clear();
    }
    const { versions } = await world.service.listVersions({ id: 1 }, owner);
    expect(versions.map(({ version }) => version)).toEqual([2, 1]);
    await expect(world.service.getVersion({ id: 1, version: 2 }, owner)).rejects.toThrow(DamagedError);
  });

  it('is left out of an export, and reported', async () => {
    const { world, owner } = await openSharedAlgo({ bounds: { cachedBytes: 0 } });
    damageContents(world);
    expect((await exported(world, owner)).get('versions.json')).toBe('[]');
    expect(world.problems).toContain('export: left out');
  });
});
