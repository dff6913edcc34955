import { describe, expect, it } from 'vitest';
import { accountsContext } from '../../src/accountsContext.ts';
import { makeRoom, makeRoomForVersion } from '../../src/algos/quotaGuard.ts';
import { type AlgoHistory, Responses } from '../../src/index.ts';
import { memoryPorts } from '../../testkit/memory/index.ts';
import { refusal } from '../support/world.ts';

const QUOTA = { algos: 10, bytes: 1_000 };
const ADA = 1;

/** What the owner has in the store, and what may grow beside it. */
function scene() {
  const has = { used: { algos: 0, bytes: 0 }, versions: 0 };
  const ports = memoryPorts();
  /** Each version has a byte. */
  const history: AlgoHistory = {
    ...ports.history,
    bytesOf: async () => has.versions,
    listKeys: async (_of, limit) =>
      Array.from({ length: Math.min(limit, has.versions) }, (_, at) => {
        return { id: 1, ref: `${has.versions - at}`, dateExpiration: 0, contentBytes: 1 };
      }),
    async remove(entries) {
      has.versions -= entries.length;
      return [];
    },
  };
  const algos = { ...ports.algos, usage: async () => has.used };
  const owned = accountsContext({ ...ports, algos, history }, { policy: { quota: QUOTA } });
  const grow = (growth: { readonly algos: number; readonly bytes: number }) => refusal(makeRoom(owned, ADA, growth));
  /** Keeps a version of this size if there is room. */
  const keep = async (bytes: number, freed = 0): Promise<boolean> => {
    const isKept = await makeRoomForVersion(owned, ADA, { bytes, freed });
    if (isKept) has.versions += bytes;
    return isKept;
  };
  return { has, grow, keep };
}

const DONE = 'resolved to undefined';
const { Quota_exceeded } = Responses.Algo;

describe('the guard of the quota', () => {
  it('refuses growth in number alone, and in bytes alone', async () => {
    const { grow, has } = scene();
    has.used = { algos: 11, bytes: 0 };
    expect(await grow({ algos: 1, bytes: 0 })).toBe(Quota_exceeded);
    expect(await grow({ algos: 0, bytes: 1_000 })).toBe(DONE);
    has.used = { algos: 0, bytes: 1_001 };
    expect(await grow({ algos: 0, bytes: 1 })).toBe(Quota_exceeded);
    expect(await grow({ algos: 1, bytes: 0 })).toBe(DONE);
  });

  it('keeps a version beside what is there; older ones make room for it', async () => {
    const { keep, has } = scene();
    has.used = { algos: 9, bytes: 600 };
    has.versions = 300;
    expect([await keep(401), has.versions], 'no room even without the others').toEqual([false, 300]);
    expect([await keep(100), has.versions]).toEqual([true, 400]);
    expect([await keep(250), has.versions]).toEqual([true, 400]);
    expect([await keep(400), has.versions]).toEqual([true, 400]);
  });

  it.each([
    ['a creation', { algos: 1, bytes: 500 }],
    ['a larger content', { algos: 0, bytes: 500 }],
  ])('removes versions that have no room beside %s, and refuses nothing for them', async (_what, growth) => {
    const { grow, has } = scene();
    has.used = { algos: 1, bytes: 400 };
    has.versions = 600;
    expect(await grow(growth)).toBe(DONE);
    expect(has.versions).toBe(100);
  });

  it('leaves versions where they are while nothing grows, or what grows is refused', async () => {
    const { grow, has } = scene();
    has.used = { algos: 1, bytes: 900 };
    has.versions = 900;
    expect(await grow({ algos: 0, bytes: 0 })).toBe(DONE);
    expect(await grow({ algos: 0, bytes: 101 })).toBe(Quota_exceeded);
    expect(has.versions).toBe(900);
  });

  it('keeps the version of a content that a smaller one replaces', async () => {
    const { keep, has } = scene();
    has.used = { algos: 1, bytes: 600 };
    has.versions = 200;
    expect([await keep(600, 199), await keep(600, 500)]).toEqual([false, true]);
    expect(has.versions).toBe(800);
  });
});
