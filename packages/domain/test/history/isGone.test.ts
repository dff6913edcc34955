import { describe, expect, it } from 'vitest';
import { isGone } from '../../src/content/formers.ts';
import { UnavailableError } from '../../src/index.ts';
import { openSharedAlgo } from '../support/algos.ts';

describe('an algorithm', () => {
  it('is gone when it is neither a record nor in the bin', async () => {
    const { world, owner } = await openSharedAlgo();
    const gone = () => isGone(world.ports.algos, world.ports.bin, 1);
    expect(await gone(), 'a record').toBe(false);
    await world.service.deleteAlgo({ id: 1 }, owner);
    expect(await gone(), 'in the bin').toBe(false);
    await world.service.purgeAlgo({ id: 1 }, owner);
    expect(await gone()).toBe(true);
  });

  it('is not gone when it is damaged', async () => {
    const { world } = await openSharedAlgo();
    world.data.damage({ place: 'algos', id: 1, field: 'nom' });
    expect(await isGone(world.ports.algos, world.ports.bin, 1)).toBe(false);
  });

  it('is not gone when it is restored between the two reads', async () => {
    const { world, owner } = await openSharedAlgo();
    await world.service.deleteAlgo({ id: 1 }, owner);
    const { algos, bin } = world.ports;
    const find: typeof bin.find = async (id) => {
      await world.service.restoreAlgo({ id: 1 }, owner);
      return bin.find(id);
    };
    expect(await isGone(algos, { ...bin, find }, 1)).toBe(false);
  });

  it('is neither when a store cannot say', async () => {
    const { world } = await openSharedAlgo();
    const algos = { ...world.ports.algos, findById: () => Promise.reject(new UnavailableError()) };
    await expect(isGone(algos, world.ports.bin, 1)).rejects.toThrow(UnavailableError);
  });
});
