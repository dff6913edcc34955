import { NO_DISK_ROOM } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { Backlog } from '../../src/content/backlog.ts';
import { Changes } from '../../src/content/changes.ts';

/** Committed rows beside a backlog of 20 bytes; at most 10 bytes of contents are kept in memory. */
function opened() {
  const rooms = { room: NO_DISK_ROOM, filesRoom: NO_DISK_ROOM };
  const backlog = new Backlog({ bounds: { waitingContents: 100, waitingBytes: 20 }, ...rooms });
  const changes = new Changes(backlog, { keptBytes: 10 });
  /** The contents whose room for a file is claimed. */
  const claimed = new Set<string>();
  const commit = async (id: number, ref: string, size: number): Promise<void> => {
    await backlog.stage(ref, { bytes: new Uint8Array(size), isNew: true }, 0);
    const staged = backlog.saved(ref) ?? expect.fail('it is not staged');
    claimed.add(ref);
    changes.committed(id, { ref, staged: { ...staged, leaveFiles: () => void claimed.delete(ref) } });
  };
  /** How many bytes may enter the backlog at once. */
  const room = async (): Promise<number> => {
    let size = 0;
    for (; size < 20; size += 1) {
      const entering = backlog.stage('probe', { bytes: new Uint8Array(size + 1), isNew: true }, 0).then(() => true);
      const hasEntered = await Promise.race([entering, new Promise((resolve) => setImmediate(() => resolve(false)))]);
      if (hasEntered === false) backlog.fail(new Error('too large'));
      await entering.catch(() => {});
      backlog.recover();
      backlog.discard('probe');
      if (hasEntered === false) break;
    }
    return size;
  };
  const current = (id: number) => changes.get(id) ?? expect.fail(`there is no change of ${id}`);
  const kept = (...ids: readonly number[]) => ids.map((id) => changes.get(id)?.bytes?.length ?? null);
  return { changes, claimed, commit, room, current, kept };
}

describe('committed rows', () => {
  it('count as waiting until their files are durable, or another row takes their place', async () => {
    const { changes, commit, room, current } = opened();
    await commit(1, 'a', 8);
    await commit(2, 'b', 4);
    expect(await room()).toBe(8);
    const first = current(1);
    changes.done(first);
    expect([changes.get(1), await room()]).toEqual([undefined, 16]);
    changes.done(first); // once
    expect(await room()).toBe(16);
    await commit(2, 'c', 6);
    expect(await room()).toBe(14);
    changes.committed(2, null);
    expect([await room(), current(2).ref, current(2).size]).toEqual([20, null, 0]);
    changes.done(current(2));
    expect(await room()).toBe(20);
  });

  it('that were found in the table count too, and removals do not', async () => {
    const { changes, room, current } = opened();
    changes.found({ id: 1, ref: 'a', size: 5 });
    changes.found({ id: 2, ref: null, size: 0 });
    expect(await room()).toBe(15);
    for (const id of [1, 2]) changes.done(current(id));
    expect(await room()).toBe(20);
  });

  it('that another row has replaced change nothing when their files are done', async () => {
    const { changes, commit, room, current } = opened();
    await commit(1, 'a', 5);
    const before = current(1);
    await commit(1, 'b', 6);
    expect([changes.isCurrent(before), changes.isCurrent(current(1))]).toEqual([false, true]);
    changes.done(before);
    expect([await room(), current(1).ref]).toEqual([14, 'b']);
  });

  it('keep contents in memory up to the bound, and the room of their files until these are durable', async () => {
    const { changes, claimed, commit, current, kept } = opened();
    await commit(1, 'a', 6);
    await commit(2, 'b', 4);
    await commit(3, 'c', 1);
    expect([kept(1, 2, 3), claimed.size]).toEqual([[6, 4, null], 3]);
    changes.done(current(1));
    expect([kept(1), [...claimed]]).toEqual([[null], ['b', 'c']]);
    await commit(4, 'd', 6);
    await commit(2, 'e', 4); // the bytes of the row that it replaces are free only then
    await commit(5, 'f', 4);
    expect([kept(4, 2, 5), [...claimed]]).toEqual([
      [6, null, 4],
      ['c', 'd', 'e', 'f'],
    ]);
  });
});
