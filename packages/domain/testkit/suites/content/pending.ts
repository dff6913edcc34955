import { type ContentStore, PENDING_AGE_MS } from '@algotheque/domain';
import { equal } from '../assert.ts';
import type { AddTest } from '../suite.ts';
import { bytesOf } from './bytes.ts';
import { type ContentStoreFixture, remove, save } from './fixture.ts';

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

  test('reports work of this process when it is older than any request, not before', async ({ port, clock }) => {
    const staged = await port.stage(bytesOf('staged'), null);
    equal(await port.pending(clock.now()), [], 'at once');
    clock.advance(PENDING_AGE_MS - MARGIN_MS);
    equal(await port.pending(clock.now()), [], 'a moment before');
    clock.advance(2 * MARGIN_MS);
    equal(await port.pending(clock.now()), [staged]);
  });

  test('reports a content whose removal was noted, unless it finds by itself what nothing names', async (fixture) => {
    const { port, clock } = fixture;
    const ref = await save(fixture, 7, { text: 'published' });
    for (let turn = 0; turn < 2; turn += 1) await port.noteRemoval([ref]);
    equal(await port.pending(clock.now()), [], 'at once');
    clock.advance(PENDING_AGE_MS + MARGIN_MS);
    equal(await port.pending(clock.now()), port.listContents === undefined ? [ref] : [], 'when it is old');
    await port.publish(7, ref);
    await port.settled?.();
    equal(await port.pending(clock.now()), [], 'once a record was found');
    equal(await port.read(7, ref), bytesOf('published'));
  });

  test('reports work that began while the clock was ahead, when it is that old', async ({ port, clock }) => {
    const ahead = 63_072_000_000;
    clock.advance(ahead);
    const staged = await port.stage(bytesOf('staged'), null);
    clock.advance(-ahead);
    equal(await port.pending(clock.now()), [], 'at once');
    clock.advance(PENDING_AGE_MS + MARGIN_MS);
    equal(await port.pending(clock.now()), [staged]);
  });

  test('reports no finished work', async (fixture) => {
    const { port, clock } = fixture;
    await port.discard(await port.stage(bytesOf('discarded'), null));
    await remove(port, 2, await save(fixture, 2, { text: 'deleted' }));
    const stagedOnly = await port.stage(bytesOf('deleted before it was published'), null);
    await remove(port, 3, stagedOnly);
    clock.advance(PENDING_AGE_MS + MARGIN_MS);
    equal(await port.pending(clock.now()), []);
  });

  test('reports each piece of work once in a call, and in each call until it is finished', async ({ port, clock }) => {
    const refs: string[] = [];
    for (let turn = 0; turn < 30; turn += 1) refs.push(await port.stage(bytesOf(`content ${turn % 3}`), null));
    clock.advance(PENDING_AGE_MS + MARGIN_MS);
    for (let turn = 0; turn < 2; turn += 1) equal(await pendingSorted(port, clock.now()), refs.toSorted());
  });

  test('reports work of a process that has ended: at once if the store can know it, else when it is old', async (fixture) => {
    const { port, clock, distinguishesProcesses } = fixture;
    const published = await save(fixture, 7, { text: 'published' });
    const staged = await port.stage(bytesOf('staged'), null);
    const next = await fixture.crash();
    const own = await next.stage(bytesOf('of the living'), null);
    equal(await pendingSorted(next, clock.now()), distinguishesProcesses ? [staged] : [], 'at once');
    equal(await next.read(7, published), bytesOf('published'));
    equal(await next.read(8, staged), bytesOf('staged'));
    clock.advance(PENDING_AGE_MS + MARGIN_MS);
    equal((await next.pending(clock.now())).length, 2, 'when all of it is old');
    await next.discard(own);
    equal(await next.pending(clock.now()), [staged], 'when it is old');
  });
}

const pendingSorted = async (port: ContentStore, now: number): Promise<readonly string[]> =>
  [...(await port.pending(now))].sort();
