import { describe, expect, it } from 'vitest';
import { member, openWorld } from '../support/world.ts';
import { override } from '../testkit/suites/broken/broken.ts';

/** Ada with an algorithm, on a content store that announces and deletes nothing, and what it discards. `isDamaged`: no reference can be read. */
async function scene(isDamaged: boolean) {
  const { ports, data } = openWorld();
  const { announce: _announce, withdraw: _withdraw, delete: _delete, ...store } = ports.contentStore;
  const discarded: unknown[] = [];
  const discard = async (ref: string) => {
    discarded.push(ref);
    await store.discard(ref);
  };
  const refOf = async (id: number) => (isDamaged ? null : ports.algos.refOf(id));
  const { service } = openWorld({
    replace: { ...ports, algos: override(ports.algos, { refOf }), contentStore: { ...store, discard } },
  });
  const ada = await member({ service }, 'ada');
  await service.createAlgo({ ownerId: 1, nom: 'Sort', sourceCode: {} }, ada);
  const ref = data.algos.get(1)?.ref;
  if (isDamaged) data.damage({ place: 'algos', id: 1, field: 'nom' });
  return { service, ada, data, discarded, ref };
}

describe('a store that deletes contents with their records', () => {
  it('is told of the content of a deleted record, which may be staged still', async () => {
    const { service, ada, data, discarded, ref } = await scene(false);
    await service.deleteAlgo({ id: 1 }, ada);
    expect([data.algos.size, discarded]).toEqual([0, []]);
    await service.purgeAlgo({ id: 1 }, ada);
    expect([data.bin.size, discarded]).toEqual([0, [ref]]);
  });

  it('is told of nothing when the reference of the record cannot be read', async () => {
    const { service, ada, data, discarded } = await scene(true);
    await service.deleteUser({ id: 1 }, ada);
    expect([data.users.size, data.algos.size, discarded]).toEqual([0, 0, []]);
  });
});
