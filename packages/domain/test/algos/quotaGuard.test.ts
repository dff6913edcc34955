import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { QuotaGuard } from '../../src/algos/quotaGuard.ts';
import { type Algorithm, Responses } from '../../src/index.ts';
import { refusal } from '../support/world.ts';

const QUOTA = { algos: 10, bytes: 1_000 };
const ADA = 1;

/** A guard, what owners have in the store by their id, and the owners whose usage it has read, in order. */
function scene({ rememberedOwners = 10 } = {}) {
  const used = new Map<number, { readonly algos: number; readonly bytes: number }>();
  const reads: number[] = [];
  const algos = {
    async usage(owner: number) {
      reads.push(owner);
      return used.get(owner) ?? { algos: 0, bytes: 0 };
    },
  };
  const versions = new Map<number, number>();
  const removals: number[] = [];
  const history = { bytesOf: async (owner: number) => versions.get(owner) ?? 0 };
  const formers = {
    async trim(owner: number, most: number) {
      reads.push(-owner);
      const before = versions.get(owner) ?? 0;
      await setImmediate();
      versions.set(owner, Math.min(before, most));
      if (before > most) removals.push(before - most);
      return versions.get(owner) ?? 0;
    },
  };
  const bin = { usage: async () => ({ algos: 0, bytes: 0 }) };
  const guard = new QuotaGuard({ algos, bin, history, formers }, { quota: QUOTA }, { rememberedOwners });
  /** Work with this growth, which holds its claim until it has run `during`. */
  const grow = (growth: { readonly algos: number; readonly bytes: number }, during = async () => {}, owner = ADA) =>
    refusal(
      guard.within(owner, async ({ claim }) => {
        await claim(growth);
        await during();
        return 'done';
      }),
    );
  /** Keeps a version of this size if there is room, when all that ask at the same time have their answer. */
  const keep = (bytes: number, { owner = ADA, freed = 0 } = {}): Promise<boolean> =>
    guard.within(owner, async ({ forVersion }) => {
      const isKept = await forVersion(bytes, freed);
      await setImmediate();
      if (isKept) versions.set(owner, (versions.get(owner) ?? 0) + bytes);
      return isKept;
    });
  return { guard, grow, keep, used, versions, removals, reads };
}

const DONE = 'resolved to "done"';
const { Quota_exceeded } = Responses.Algo;

describe('the guard of the quota', () => {
  it('refuses growth in number alone, and in bytes alone', async () => {
    const { grow, used } = scene();
    used.set(ADA, { algos: 11, bytes: 0 });
    expect(await grow({ algos: 1, bytes: 0 })).toBe(Quota_exceeded);
    expect(await grow({ algos: 0, bytes: 1_000 })).toBe(DONE);
    used.set(ADA, { algos: 0, bytes: 1_001 });
    expect(await grow({ algos: 0, bytes: 1 })).toBe(Quota_exceeded);
    expect(await grow({ algos: 1, bytes: 0 })).toBe(DONE);
  });

  it('counts what other work has claimed, in number alone too, until that work ends', async () => {
    const { grow, used } = scene();
    used.set(ADA, { algos: 9, bytes: 0 });
    let second = '';
    const during = async () => {
      second = await grow({ algos: 1, bytes: 0 });
    };
    expect(await grow({ algos: 1, bytes: 0 }, during)).toBe(DONE);
    expect(second).toBe(Quota_exceeded);
    expect(await grow({ algos: 1, bytes: 0 })).toBe(DONE);
  });

  it('reads what the owner has before each growth of a content, whatever it remembers', async () => {
    const { grow, used } = scene();
    expect(await grow({ algos: 1, bytes: 10 })).toBe(DONE);
    used.set(ADA, { algos: 1, bytes: 999 }); // another server wrote it
    expect(await grow({ algos: 0, bytes: 2 })).toBe(Quota_exceeded);
  });

  it.each([
    ['five algorithms', { algos: 4, bytes: 0 }, { algos: 5, bytes: 0 }],
    ['500 bytes', { algos: 0, bytes: 499 }, { algos: 0, bytes: 500 }],
  ])('trusts what it remembers up to half of the quota: %s', async (_what, half, more) => {
    for (const [had, reads] of [
      [half, 1],
      [more, 2],
    ] as const) {
      const { grow, used, reads: read } = scene();
      used.set(ADA, had);
      for (let times = 0; times < 2; times += 1) await grow({ algos: 1, bytes: 1 });
      expect(read.filter((owner) => owner > 0)).toHaveLength(reads);
    }
  });

  it('forgets the owner whose usage was read first', async () => {
    const { grow, reads } = scene({ rememberedOwners: 2 });
    const [create, read] = [
      { algos: 1, bytes: 1 },
      { algos: 0, bytes: 1 },
    ];
    await grow(create, undefined, 1);
    await grow(create, undefined, 2);
    await grow(read, undefined, 1); // read again: now the second one is the oldest
    await grow(create, undefined, 3);
    reads.length = 0;
    const used = () => reads.filter((owner) => owner > 0);
    await grow(create, undefined, 1);
    expect(used()).toEqual([]);
    await grow(create, undefined, 2);
    expect(used()).toEqual([2]);
  });

  it('keeps a version beside what is there and what is claimed; older ones make room for it', async () => {
    const { grow, keep, used, versions } = scene();
    used.set(ADA, { algos: 9, bytes: 600 });
    versions.set(ADA, 300);
    expect([await keep(401), versions.get(ADA)], 'no room even without the others').toEqual([false, 300]);
    expect([await keep(100), versions.get(ADA)]).toEqual([true, 400]);
    expect([await keep(250), versions.get(ADA)]).toEqual([true, 400]);
    let during: readonly boolean[] = [];
    await grow({ algos: 0, bytes: 60 }, async () => {
      during = [await keep(341), await keep(340)];
    });
    expect([during, versions.get(ADA)]).toEqual([[false, true], 340]);
  });

  it.each([
    ['a creation', { algos: 1, bytes: 500 }],
    ['a larger content', { algos: 0, bytes: 500 }],
  ])('removes versions that have no room beside %s, and refuses nothing for them', async (_what, growth) => {
    const { grow, used, versions } = scene();
    used.set(ADA, { algos: 1, bytes: 400 });
    versions.set(ADA, 600);
    expect(await grow(growth)).toBe(DONE);
    expect(versions.get(ADA)).toBe(100);
  });

  it('leaves versions where they are while nothing grows, or what grows is refused', async () => {
    const { grow, used, versions } = scene();
    used.set(ADA, { algos: 1, bytes: 900 });
    versions.set(ADA, 900);
    expect(await grow({ algos: 0, bytes: 0 })).toBe(DONE);
    expect(await grow({ algos: 0, bytes: 101 })).toBe(Quota_exceeded);
    expect(versions.get(ADA)).toBe(900);
  });

  it('counts a creation beside the versions that it has kept, though there was room for all that was read', async () => {
    const { grow, keep, versions, reads } = scene();
    for (let times = 0; times < 8; times += 1) await keep(62);
    expect(await grow({ algos: 1, bytes: 10 })).toBe(DONE);
    reads.length = 0;
    expect(await grow({ algos: 1, bytes: 10 })).toBe(DONE);
    expect(reads, 'more than half of the quota').toEqual([-ADA]);
    expect(versions.get(ADA)).toBe(8 * 62);
  });

  it('reads the versions again when those that were added here are a sixteenth of the quota', async () => {
    const { keep, reads, versions } = scene();
    await keep(20);
    versions.set(ADA, 300); // another server kept them
    reads.length = 0;
    const seen: number[] = [];
    for (let times = 0; times < 4; times += 1) {
      await keep(20);
      seen.push(reads.length);
    }
    expect(seen, 'both sums').toEqual([0, 0, 2, 2]);
  });

  it('reads neither sum again while there is ample room for bytes, however many algorithms there are', async () => {
    const { keep, used, reads } = scene();
    used.set(ADA, { algos: 10, bytes: 0 });
    expect([await keep(1), await keep(1), await keep(1)]).toEqual([true, true, true]);
    expect(reads).toEqual([ADA, -ADA]);
  });

  it('forgets the owner whose versions were read longest ago', async () => {
    const { keep, reads } = scene({ rememberedOwners: 1 });
    for (const owner of [1, 1, 2, 1]) await keep(1, { owner });
    expect(reads.filter((owner) => owner < 0)).toEqual([-1, -2, -1]);
  });

  it('lets one of two versions at once have the room for one', async () => {
    const { keep } = scene();
    expect(await Promise.all([keep(600), keep(600)])).toEqual([true, false]);
  });

  it('counts a version that has ample room beside those that have not', async () => {
    const { keep, used } = scene();
    used.set(ADA, { algos: 1, bytes: 300 });
    await keep(1); // reads both sums
    expect(await Promise.all([keep(60), keep(650)])).toEqual([true, false]);
  });

  it('counts a version once, however often its change is tried', async () => {
    const { guard } = scene();
    const tried = guard.within(ADA, async ({ forVersion }) => [await forVersion(600, 0), await forVersion(600, 0)]);
    expect(await tried).toEqual([true, true]);
  });

  it('says of what was inserted beyond the quota what there is without it', async () => {
    const { guard, used } = scene();
    const shares = { permsAlgorithme: [], waiting: [] };
    const algo = { id: 1, ownerId: ADA, contentBytes: 100, ...shares } as Partial<Algorithm> as Algorithm; // all that is asked for
    used.set(ADA, { algos: 10, bytes: 1_000 });
    expect(await guard.excessBy(algo)).toBeNull();
    used.set(ADA, { algos: 11, bytes: 1_050 });
    expect(await guard.excessBy(algo)).toMatchObject({
      code: Quota_exceeded,
      data: { algos: { used: 10, limit: 10 }, bytes: { used: 950, limit: 1_000 } },
    });
  });

  it('keeps of many versions at the same time as many as have room', async () => {
    const { keep, used, versions } = scene();
    used.set(ADA, { algos: 1, bytes: 900 });
    versions.set(ADA, 60);
    await Promise.all(Array.from({ length: 20 }, () => keep(30)));
    expect(versions.get(ADA)).toBeGreaterThan(0);
    expect(versions.get(ADA)).toBeLessThanOrEqual(100);
  });

  it('removes for many that grow at the same time what has no room beside all of them, once', async () => {
    const { grow, used, versions, removals } = scene();
    used.set(ADA, { algos: 1, bytes: 200 });
    versions.set(ADA, 700);
    const growing = Array.from({ length: 4 }, () => grow({ algos: 1, bytes: 50 }, () => setImmediate()));
    expect(new Set(await Promise.all(growing))).toEqual(new Set([DONE]));
    expect(removals).toEqual([100]);
  });

  it('reads what the owner has again where a version has no ample room: another server may have filled the quota', async () => {
    const { keep, used, versions } = scene();
    expect(await keep(10)).toBe(true);
    used.set(ADA, { algos: 1, bytes: 995 });
    const kept: boolean[] = [];
    for (let times = 0; times < 10; times += 1) kept.push(await keep(10));
    expect(kept.lastIndexOf(true)).toBeLessThan(6);
    expect(versions.get(ADA)).toBeLessThanOrEqual(70);
  });

  it('keeps the version of a content that a smaller one replaces', async () => {
    const { keep, used, versions } = scene();
    used.set(ADA, { algos: 1, bytes: 600 });
    versions.set(ADA, 200);
    expect([await keep(600, { freed: 199 }), await keep(600, { freed: 500 })]).toEqual([false, true]);
    expect(versions.get(ADA)).toBe(800);
  });
});
