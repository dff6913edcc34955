import { describe, expect, it } from 'vitest';
import { QuotaGuard } from '../../src/algos/quotaGuard.ts';
import { Responses } from '../../src/index.ts';
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
  const history = {
    async versionBytes(owner: number) {
      reads.push(-owner);
      return versions.get(owner) ?? 0;
    },
  };
  const guard = new QuotaGuard({ algos, history }, { quota: QUOTA }, { rememberedOwners });
  /** Work with this growth, which holds its claim until it has run `during`. */
  const grow = (growth: { readonly algos: number; readonly bytes: number }, during = async () => {}, owner = ADA) =>
    refusal(
      guard.within(owner, async (claim) => {
        await claim(growth);
        await during();
        return 'done';
      }),
    );
  const hasRoom = (bytes: number, owner = ADA) => guard.hasRoomForVersion(owner, bytes);
  return { grow, hasRoom, used, versions, reads };
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
      expect(read).toHaveLength(reads);
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
    await grow(create, undefined, 1);
    expect(reads).toEqual([]);
    await grow(create, undefined, 2);
    expect(reads).toEqual([2]);
  });

  it('has room for a version beside what is there, what is claimed, and the other versions', async () => {
    const { grow, hasRoom, used, versions } = scene();
    used.set(ADA, { algos: 9, bytes: 600 });
    versions.set(ADA, 300);
    expect([await hasRoom(101), await hasRoom(100)]).toEqual([false, true]);
    let during: readonly boolean[] = [];
    await grow({ algos: 0, bytes: 60 }, async () => {
      during = [await hasRoom(41), await hasRoom(40)];
    });
    expect(during).toEqual([false, true]);
    expect(await grow({ algos: 0, bytes: 400 }), 'versions refuse nothing').toBe(DONE);
  });

  it('reads the versions again when those that were added here may have used the ample room', async () => {
    const { hasRoom, versions, reads } = scene();
    const room: boolean[] = [];
    for (let left = 6; left > 0; left -= 1) {
      room.push(await hasRoom(200));
      versions.set(ADA, (versions.get(ADA) ?? 0) + 200);
    }
    expect(room).toEqual([true, true, true, true, true, false]);
    expect(reads.filter((owner) => owner === -ADA)).toHaveLength(5);
  });

  it('reads the versions once while there is ample room for bytes, however many algorithms there are', async () => {
    const { hasRoom, used, reads } = scene();
    used.set(ADA, { algos: 10, bytes: 0 });
    expect([await hasRoom(1), await hasRoom(1), await hasRoom(1)]).toEqual([true, true, true]);
    expect(reads.filter((owner) => owner === -ADA)).toHaveLength(1);
  });

  it('forgets the owner whose versions were read longest ago', async () => {
    const { hasRoom, reads } = scene({ rememberedOwners: 1 });
    for (const owner of [1, 1, 2, 1]) await hasRoom(1, owner);
    expect(reads.filter((owner) => owner < 0)).toEqual([-1, -2, -1]);
  });
});
