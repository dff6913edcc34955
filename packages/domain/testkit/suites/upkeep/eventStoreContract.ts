import {
  type EventQuery,
  type EventStore,
  firstKey,
  MAX_DATE_MS,
  MAX_REQUEST_ID,
  type StoredEvent,
} from '@algotheque/domain';
import { equal } from '../assert.ts';
import { addHealthTests } from '../capabilities.ts';
import { leavesOut } from '../damage.ts';
import type { Fixture } from '../runner.ts';
import { NOW, newEvent } from '../samples.ts';
import { type AddTest, contract } from '../suite.ts';

const EVERYTHING = { from: '', below: firstKey(MAX_DATE_MS), limit: 100 } as const;

/** The last characters of their keys, as numbers. */
const numbersOf = (events: readonly StoredEvent[]): number[] =>
  events.map(({ key }) => Number.parseInt(key.slice(-12), 16));

const listed = async (port: EventStore, query: Partial<EventQuery> = {}): Promise<number[]> =>
  numbersOf((await port.list({ ...EVERYTHING, ...query })).events);

/** What every EventStore promises. */
export const eventStoreContract = contract<Fixture<EventStore>>('EventStore', (test) => {
  addListTests(test);
  addRemovalTests(test);
  addHealthTests(test, (port) => ({
    append: () => port.append([newEvent(1)]),
    list: () => port.list(EVERYTHING),
    removeOld: () => port.removeOld({ from: '', most: 1 }),
  }));
});

function addListTests(test: AddTest<Fixture<EventStore>>): void {
  test('keeps every part of an event', async ({ port }) => {
    const kept = [
      newEvent(3, { action: 'limit.refused', actorId: null, targetId: Number.MAX_SAFE_INTEGER, limit: 'loginPair' }),
      newEvent(2, { action: 'login.failed', actorId: null, targetId: null, address: null, requestId: null }),
      newEvent(1, { actorId: 7, targetId: 8, address: '2001:db8::/48', requestId: 'é'.repeat(MAX_REQUEST_ID) }),
    ];
    await port.append(kept);
    equal(await port.list(EVERYTHING), { events: kept, last: null });
  });

  test('stores an event once, whatever comes with it', async ({ port }) => {
    await port.append([]);
    await port.append([newEvent(1)]);
    await port.append([newEvent(1, { actorId: 5 }), newEvent(2)]);
    equal((await port.list(EVERYTHING)).events, [newEvent(2), newEvent(1)]);
  });

  test('selects by account, action and time, each alone and together', async ({ port }) => {
    await port.append([
      newEvent(1),
      newEvent(2, { actorId: null, action: 'login.failed' }),
      newEvent(3, { actorId: 2, action: 'user.disabled' }),
      newEvent(4, { actorId: 2, action: 'algo.left' }), // the target is an algorithm with the number of a user
      newEvent(5, { actorId: 2, targetId: 2 }),
      newEvent(6, { actorId: 1, targetId: 2, action: 'user.disabled' }),
    ]);
    const since = (number: number) => firstKey(NOW + number);
    equal(await listed(port), [6, 5, 4, 3, 2, 1]);
    equal(await listed(port, { account: 1 }), [6, 3, 2, 1]);
    equal(await listed(port, { account: 2 }), [6, 5, 4, 3]);
    equal(await listed(port, { account: 3 }), []);
    equal(await listed(port, { action: 'user.disabled' }), [6, 3]);
    equal(await listed(port, { account: 1, action: 'user.disabled' }), [6, 3]);
    equal(await listed(port, { account: 2, action: 'login.succeeded' }), [5]);
    equal(await listed(port, { from: since(3), below: since(5) }), [4, 3]);
    equal(await listed(port, { account: 2, from: since(4), below: since(6) }), [5, 4]);
    equal(await listed(port, { action: 'user.disabled', from: since(4) }), [6]);
    equal(await listed(port, { account: 1, action: 'user.disabled', below: since(6) }), [3]);
  });

  test('lists pages, the newest first, also of the same millisecond', async ({ port }) => {
    const time = firstKey(NOW);
    const events = [5, 1, 4, 2, 3].map((number) => ({
      ...newEvent(number),
      key: time + newEvent(number).key.slice(-12),
    }));
    await port.append(events);
    const first = await port.list({ ...EVERYTHING, account: 1, limit: 2 });
    equal([numbersOf(first.events), first.last], [[5, 4], first.events.at(-1)?.key]);
    equal(await listed(port, { account: 1, below: first.last ?? '', limit: 2 }), [3, 2]);
    equal((await port.list({ ...EVERYTHING, limit: 5 })).last, null);
    equal(await listed(port, { limit: 0 }), []);
  });

  test('omits a damaged event, which counts for the limit', { needs: 'damage' }, async (fixture) => {
    await fixture.port.append([newEvent(1), newEvent(2), newEvent(3)]);
    const damaged = await fixture.damage(newEvent(2).key);
    const rows = { events: [newEvent(3)], last: newEvent(2).key };
    await leavesOut((onDamaged) => fixture.port.list({ ...EVERYTHING, limit: 2 }, onDamaged), { rows, damaged });
    equal(await listed(fixture.port, { below: newEvent(2).key }), [1]);
  });

  test('keeps events over a restart', { needs: 'reopen' }, async (fixture) => {
    await fixture.port.append([newEvent(1)]);
    equal((await (await fixture.reopen()).list(EVERYTHING)).events, [newEvent(1)]);
  });
}

function addRemovalTests(test: AddTest<Fixture<EventStore>>): void {
  test('removes what is before a time', async ({ port }) => {
    await port.append([1, 2, 3, 4].map((number) => newEvent(number)));
    await port.removeOld({ from: firstKey(NOW + 3), most: 100 });
    equal(await listed(port), [4, 3]);
    equal(await listed(port, { account: 1, action: 'login.succeeded' }), [4, 3]);
  });

  test('keeps at most so many, the last ones', async ({ port }) => {
    await port.removeOld({ from: '', most: 3 });
    await port.append([1, 2, 3].map((number) => newEvent(number)));
    await port.removeOld({ from: '', most: 3 });
    equal(await listed(port), [3, 2, 1]);
    await port.append([4, 5].map((number) => newEvent(number)));
    await port.removeOld({ from: '', most: 3 });
    equal(await listed(port), [5, 4, 3]);
    await port.removeOld({ from: '', most: 0 });
    equal(await listed(port), []);
    await port.append([newEvent(6)]);
    equal(await listed(port), [6]);
  });

  test('removes more than a batch', async ({ port }) => {
    const many = Array.from({ length: 1_201 }, (_, index) => newEvent(index));
    await port.append(many);
    await port.removeOld({ from: firstKey(NOW + 601), most: 1 });
    equal(await listed(port), [1_200]);
  });
}
