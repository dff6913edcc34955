import { NO_DISK_ROOM, PENDING_AGE_MS, UnavailableError } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { Backlog } from '../../src/content/backlog.ts';

/** A backlog of ten bytes and three contents at most, and which contents have entered it, in order. */
function opened() {
  const entered: string[] = [];
  const refused: string[] = [];
  const disk = { isFull: false, claims: new Set<symbol>() };
  const claim = (): (() => void) => {
    const claimed = Symbol('claim');
    disk.claims.add(claimed);
    return () => void disk.claims.delete(claimed);
  };
  const claimUnlessFull = (): (() => void) => {
    if (disk.isFull) throw new UnavailableError();
    return claim();
  };
  const rooms = { room: { ...NO_DISK_ROOM, claim }, filesRoom: { ...NO_DISK_ROOM, claim: claimUnlessFull } };
  const backlog = new Backlog({ bounds: { waitingContents: 3, waitingBytes: 10 }, ...rooms });
  const stage = (ref: string, size: number, since = 0): Promise<void> =>
    backlog.stage(ref, { bytes: new Uint8Array(size), isNew: true }, since).then(
      () => void entered.push(ref),
      (problem: unknown) => {
        if (!(problem instanceof UnavailableError)) throw problem;
        refused.push(ref);
      },
    );
  return { backlog, stage, entered, refused, disk };
}

const turn = () => new Promise(setImmediate);

describe('contents that wait for their files', () => {
  it('enter up to the bound of bytes, and then as others leave, in the order in which they came', async () => {
    const { backlog, stage, entered } = opened();
    const all = [stage('a', 4), stage('b', 6), stage('c', 5), stage('d', 1), stage('e', 5)];
    await turn();
    expect(entered, 'the bound itself is allowed').toEqual(['a', 'b']);
    backlog.discard('a');
    await turn();
    expect(entered, 'a small one does not overtake').toEqual(['a', 'b']);
    backlog.discard('b');
    await turn();
    expect(entered).toEqual(['a', 'b', 'c', 'd']);
    backlog.discard('d');
    await Promise.all(all);
    expect(entered.at(-1)).toBe('e');
  });

  it('enter up to the bound of contents, and a large one when nothing else is there', async () => {
    const { backlog, stage, entered } = opened();
    const all = [...'abcd'].map((ref) => stage(ref, 1));
    all.push(stage('large', 11));
    await turn();
    expect(entered).toEqual(['a', 'b', 'c']);
    for (const ref of 'abc') backlog.discard(ref);
    await turn();
    expect(entered.at(-1)).toBe('d');
    backlog.discard('d');
    await Promise.all(all);
    expect(entered.at(-1)).toBe('large');
  });

  it('give back all that they have claimed, whether a commit saves them, none does, or a disk is too full', async () => {
    const { backlog, stage, entered, refused, disk } = opened();
    disk.isFull = true;
    await stage('a', 10);
    expect([refused, disk.claims.size]).toEqual([['a'], 0]);
    disk.isFull = false;
    await stage('b', 10);
    backlog.discard('b');
    backlog.discard('b');
    expect(disk.claims.size).toBe(0);
    await stage('c', 10);
    const saved = backlog.saved('c');
    expect([saved?.bytes.length, disk.claims.size, backlog.saved('c')]).toEqual([10, 1, undefined]);
    const next = stage('d', 1);
    await turn();
    expect(entered).toEqual(['b', 'c']);
    backlog.leave(10);
    await next;
    expect(entered).toEqual(['b', 'c', 'd']);
  });

  it('are refused while files cannot be written and there is no room, and wait again when they can', async () => {
    const { backlog, stage, entered, refused } = opened();
    await stage('a', 10);
    const waiting = stage('b', 5);
    backlog.requireRoom();
    backlog.fail(new Error('EIO'));
    await waiting;
    await stage('c', 5);
    expect(refused).toEqual(['b', 'c']);
    expect(() => backlog.requireRoom()).not.toThrow(); // there is no byte left, and none is asked for
    backlog.add(1);
    expect(() => backlog.requireRoom()).toThrow(UnavailableError);
    backlog.leave(1);
    backlog.discard('a');
    await stage('d', 5);
    backlog.recover();
    const last = stage('e', 6);
    await turn();
    expect(entered).toEqual(['a', 'd']);
    backlog.discard('d');
    await last;
    expect([entered, refused]).toEqual([
      ['a', 'd', 'e'],
      ['b', 'c'],
    ]);
  });

  it('are forgotten at the age of pending work, also when the clock was ahead', async () => {
    const { backlog, stage } = opened();
    await stage('a', 1, 5);
    await stage('b', 1, 1_000_000_000);
    expect(backlog.forgotten(5 + PENDING_AGE_MS - 1)).toEqual([]);
    expect(backlog.forgotten(5 + PENDING_AGE_MS)).toEqual(['a']);
    expect(backlog.forgotten(5 + 2 * PENDING_AGE_MS - 1)).toEqual(['a', 'b']);
  });
});
