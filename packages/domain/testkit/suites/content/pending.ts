import { type ContentStore, PENDING_AGE_MS, type PendingWork } from '@algotheque/domain';
import { equal } from '../assert.ts';
import type { AddTest } from '../suite.ts';
import { bytesOf } from './bytes.ts';
import { type ContentStoreFixture, remove, removeContent, save } from './fixture.ts';

// A store may read ages from the clock of the machine, which moves while a test runs.
const MARGIN_MS = 60_000;

export function addPendingTests(test: AddTest<ContentStoreFixture>): void {
  test('has no pending work at first, and none when all is published', async (fixture) => {
    const { port, clock } = fixture;
    equal(await port.pending(clock.now()), []);
    for (const id of [1, 2, 3]) await save(fixture, id, { text: `content ${id}` });
    clock.advance(PENDING_AGE_MS + MARGIN_MS);
    equal(await port.pending(clock.now()), []);
  });

  test('reports work of this process when it is older than any request, not before', async (fixture) => {
    const { port, clock } = fixture;
    const published = await save(fixture, 7, { text: 'published' });
    const staged = await port.stage(bytesOf('staged'), null);
    await port.announce?.(7, published);
    equal(await port.pending(clock.now()), [], 'at once');
    clock.advance(PENDING_AGE_MS - MARGIN_MS);
    equal(await port.pending(clock.now()), [], 'a moment before');
    clock.advance(2 * MARGIN_MS);
    const deleting: readonly PendingWork[] = fixture.records === undefined ? [{ kind: 'deleting', id: 7 }] : [];
    equal(await pendingSorted(port, clock.now()), [...deleting, { kind: 'staged', ref: staged }]);
  });

  test('reports work that began while the clock was ahead, when it is that old', async ({ port, clock }) => {
    const ahead = 63_072_000_000;
    clock.advance(ahead);
    const staged = await port.stage(bytesOf('staged'), null);
    clock.advance(-ahead);
    equal(await port.pending(clock.now()), [], 'at once');
    clock.advance(PENDING_AGE_MS + MARGIN_MS);
    equal(await port.pending(clock.now()), [{ kind: 'staged', ref: staged }]);
  });

  test('reports no finished work', async (fixture) => {
    const { port, clock } = fixture;
    const discarded = await port.stage(bytesOf('discarded'), null);
    await port.discard(discarded);
    const [withdrawn, deleted] = [
      await save(fixture, 1, { text: 'withdrawn' }),
      await save(fixture, 2, { text: 'deleted' }),
    ];
    for (const [id, ref] of [
      [1, withdrawn],
      [2, deleted],
    ] as const)
      await port.announce?.(id, ref);
    await port.withdraw?.(1, withdrawn);
    await remove(fixture, 2, deleted);
    const stagedOnly = await port.stage(bytesOf('deleted before it was published'), null);
    await port.announce?.(3, stagedOnly);
    await removeContent(port, 3, stagedOnly);
    clock.advance(PENDING_AGE_MS + MARGIN_MS);
    equal(await port.pending(clock.now()), []);
    equal(await port.read(1, withdrawn), bytesOf('withdrawn'));
  });

  test('withdraws an announcement, repeatably', async (fixture) => {
    const { port, clock } = fixture;
    const ref = await save(fixture, 1, { text: 'kept' });
    for (let turn = 0; turn < 2; turn += 1) await port.announce?.(1, ref);
    for (let turn = 0; turn < 2; turn += 1) await port.withdraw?.(1, ref);
    clock.advance(PENDING_AGE_MS + MARGIN_MS);
    equal(await port.pending(clock.now()), []);
    equal(await port.read(1, ref), bytesOf('kept'));
  });

  test('reports each piece of work once in a call, and in each call until it is finished', async ({ port, clock }) => {
    const refs: string[] = [];
    for (let turn = 0; turn < 30; turn += 1) refs.push(await port.stage(bytesOf(`content ${turn % 3}`), null));
    clock.advance(PENDING_AGE_MS + MARGIN_MS);
    const expected = refs.toSorted().map((ref): PendingWork => ({ kind: 'staged', ref }));
    for (let turn = 0; turn < 2; turn += 1) equal(await pendingSorted(port, clock.now()), expected);
  });

  test('reports work of a process that has ended: at once if the store can know it, else when it is old', async (fixture) => {
    const { port, clock, distinguishesProcesses } = fixture;
    const published = await save(fixture, 7, { text: 'published' });
    await port.announce?.(7, published);
    const staged = await port.stage(bytesOf('staged'), null);
    const announced: readonly PendingWork[] = [
      { kind: 'deleting', id: 7 },
      { kind: 'staged', ref: staged },
    ];
    const left = fixture.records === undefined ? announced : [];
    const next = await fixture.crash();
    const own = await next.stage(bytesOf('of the living'), null);
    equal(await pendingSorted(next, clock.now()), distinguishesProcesses ? left : [], 'at once');
    equal(await next.read(7, published), bytesOf('published'));
    equal(await next.read(8, staged), fixture.records === undefined ? bytesOf('staged') : null);
    clock.advance(PENDING_AGE_MS + MARGIN_MS);
    equal((await pendingSorted(next, clock.now())).length, left.length + 1, 'when all of it is old');
    await next.discard(own);
    equal(await pendingSorted(next, clock.now()), left, 'when it is old');
  });
}

/** Deletions before staged content, each by its key. */
async function pendingSorted(port: ContentStore, now: number): Promise<PendingWork[]> {
  const keyOf = (work: PendingWork) => (work.kind === 'deleting' ? `0 ${work.id}` : `1 ${work.ref}`);
  const found = [...(await port.pending(now))];
  return found.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}
