import { describe, expect, it } from 'vitest';
import type { AlgoHistory } from '../../src/index.ts';
import { openSharedAlgo } from '../support/algos.ts';
import { openWorld } from '../support/world.ts';

/** An algorithm of version 2 whose content the history holds; `kept` are the contents that it gets. */
async function opened(cachedBytes?: number) {
  const shared = await openSharedAlgo();
  const { ports } = shared.world;
  const [kept, asked, reads]: [(string | null)[], string[], string[]] = [[], [], []];
  const history: AlgoHistory = {
    ...ports.history,
    holds: async (ref) => {
      asked.push(ref);
      return true;
    },
    put: async ({ content }) => void kept.push(content && new TextDecoder().decode(content)),
  };
  const contentStore = {
    ...ports.contentStore,
    read: (id: number, ref: string) => {
      reads.push(ref);
      return ports.contentStore.read(id, ref);
    },
  };
  const world = openWorld({
    replace: { ...ports, history, contentStore },
    ...(cachedBytes !== undefined && { bounds: { cachedBytes } }),
  });
  const { ref } = (await ports.algos.findById(1)) ?? expect.fail('no record');
  const save = () =>
    world.service.patchAlgo({ id: 1, changes: { sourceCode: { larger: 'than before' } } }, shared.owner);
  return { world, save, ref, kept, asked, reads, owner: shared.owner };
}

describe('a change of a content that the history holds', () => {
  it('reads no content if it is not in memory', async () => {
    const { save, ref, kept, asked, reads } = await opened(0);
    await save();
    expect([kept, asked, reads]).toEqual([[null], [ref], []]);
  });

  it('asks for nothing if it is in memory', async () => {
    const { world, save, kept, asked, owner } = await opened();
    const { source } = await world.service.getAlgo({ id: 1 }, owner);
    await save();
    expect([kept, asked]).toEqual([[source?.text()], []]);
  });
});
