import { describe, expect, it } from 'vitest';
import { type ContentStore, DamagedError, verifyContent } from '../../src/index.ts';
import { UnavailableError } from '../../src/responses.ts';
import { FakeClock, memoryPorts } from '../../testkit/memory/index.ts';
import { newAlgo } from '../../testkit/suites/samples.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A record with content in memory; `reads` replaces what its content store answers. */
async function opened(reads: Partial<ContentStore> = {}) {
  const ports = memoryPorts({ clock: new FakeClock(), mailKey: 'key' });
  const [id, ref] = await Promise.all([ports.algos.nextId(), ports.contentStore.stage(bytes('[1]'), null)]);
  const algo = await ports.algos.insert({ ...newAlgo(1, { ref, contentBytes: 3 }), id });
  const { algos, contentStore } = ports;
  const read = (...given: Parameters<ContentStore['read']>) => contentStore.read(...given);
  const locate = (...given: Parameters<ContentStore['locate']>) => contentStore.locate(...given);
  return {
    algo,
    algos,
    contentStore,
    verify: () => verifyContent({ algos, contentStore: { ...contentStore, read, locate, ...reads } }, algo),
  };
}

const damage = new DamagedError({ place: 'contents', id: 1, field: 'bytes' });

describe('the content of a record is', () => {
  it('intact, staged and published', async () => {
    const { algo, contentStore, verify } = await opened();
    expect(await verify()).toEqual({ kind: 'intact', bytes: 3 });
    await contentStore.publish(algo.id, algo.ref);
    expect(await verify()).toEqual({ kind: 'intact', bytes: 3 });
  });

  it.each([
    ['missing', async () => null],
    ['not what the record names', () => Promise.reject(damage)],
  ])('damaged when it is %s', async (_what, read) => {
    let reads = 0;
    const counted = (): ReturnType<typeof read> => {
      reads += 1;
      return read();
    };
    const { algo, verify } = await opened({ read: counted });
    expect(await verify()).toMatchObject({ kind: 'damaged', damage: { id: String(algo.id) } });
    expect(reads).toBe(2);
  });

  it('intact when it was moved during the first read', async () => {
    const answers: (Uint8Array | null)[] = [null, bytes('[1]')];
    const { verify } = await opened({ read: async () => answers.shift() ?? null });
    expect(await verify()).toEqual({ kind: 'intact', bytes: 3 });
  });

  it.each(['replaced', 'deleted'])('no finding when the record was %s meanwhile', async (what) => {
    const { algo, algos, verify } = await opened({ read: async () => null });
    if (what === 'deleted') await algos.delete(algo.id, null);
    else await algos.compareAndSet(algo.id, 1, { ref: `${algo.ref.slice(0, -1)}x` });
    expect(await verify()).toEqual({ kind: 'changed' });
  });

  it('unknown while a store is unavailable', async () => {
    const { verify } = await opened({ read: () => Promise.reject(new UnavailableError()) });
    await expect(verify()).rejects.toBeInstanceOf(UnavailableError);
  });
});
