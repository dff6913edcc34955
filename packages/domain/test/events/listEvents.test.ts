import { describe, expect, it } from 'vitest';
import { changedUser, createAdministration, DEFAULT_POLICY, firstKey, MAX_DATE_MS } from '../../src/index.ts';
import { memoryPorts } from '../../testkit/memory/index.ts';
import { NOW, newEvent } from '../../testkit/suites/samples.ts';
import { member, openWithAda, openWorld, refusal } from '../support/world.ts';

const DAY = 86_400_000;

function scene() {
  const ports = memoryPorts();
  ports.clock.advance(NOW - ports.clock.now() + 5_000);
  return { ports, administration: createAdministration(ports) };
}

const EVERYTHING = { from: '', below: firstKey(MAX_DATE_MS), limit: 10_000 } as const;

describe('events for owners of the service', () => {
  it('are listed in pages, the newest first, with their time; damaged ones are named', async () => {
    const { ports, administration } = scene();
    await ports.events.append(Array.from({ length: 102 }, (_, index) => newEvent(index)));
    await ports.events.append([newEvent(102, { actorId: 0 })]);
    const first = await administration.listEvents({});
    expect([first.events.length, first.next, first.damaged]).toEqual([99, newEvent(3).key, [newEvent(102).key]]);
    expect(first.events[0]).toEqual({
      id: newEvent(101).key,
      kind: 'login.succeeded',
      date: NOW + 101,
      actorId: 1,
      targetId: 1,
      address: '192.0.2.0/24',
      requestId: 'request-101',
      limit: null,
    });
    const second = await administration.listEvents({ after: newEvent(3).key });
    const rest = [2, 1, 0].map((number) => newEvent(number).key);
    expect([second.events.map(({ id }) => id), second.next]).toEqual([rest, null]);
  });

  it('are looked at up to the limit of a page, however many of them are damaged', async () => {
    const { ports, administration } = scene();
    await ports.events.append([newEvent(0), ...[1, 2, 3, 4, 5].map((number) => newEvent(number, { actorId: 0 }))]);
    const pages: unknown[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const page = await administration.listEvents({ limit: 2, ...(after !== undefined && { after }) });
      pages.push([page.events.length, page.damaged.length]);
      after = page.next;
    }
    expect(pages).toEqual([
      [0, 2],
      [0, 2],
      [1, 1],
    ]);
  });

  it('are selected by account, kind and time together', async () => {
    const { ports, administration } = scene();
    const failed = { action: 'login.failed', actorId: null } as const;
    await ports.events.append([1, 2, 3, 4].map((number) => newEvent(number, failed)));
    await ports.events.append([newEvent(5, { ...failed, targetId: 2 }), newEvent(6)]);
    const query = { account: 1, kind: 'login.failed', since: NOW + 2, before: NOW + 4 } as const;
    const { events } = await administration.listEvents(query);
    expect(events.map(({ date }) => date - NOW)).toEqual([3, 2]);
    const after = await administration.listEvents({ ...query, after: newEvent(3).key, limit: 1 });
    expect(after.events.map(({ date }) => date - NOW)).toEqual([2]);
  });

  it.each([
    { account: 0 },
    { kind: 'login' },
    { since: -1 },
    { before: MAX_DATE_MS + 1 },
    { before: 1.5 },
    { after: 'x' },
    { limit: 0 },
    { limit: 1_001 },
  ])('refuse a page that is none: %j', async (page) => {
    const { ports } = scene();
    const { world, ada } = await openWithAda();
    await world.ports.users.change(ada.user.id, (now) => changedUser(now, 1, { serviceRight: 'look' }));
    expect(await refusal(world.service.adminListEvents(page, ada))).toContain('Invalid_data');
    expect(ports.audit.events).toEqual([]);
  });

  it('are kept for the time of the policy, and then neither shown nor kept', async () => {
    const world = openWorld({ policy: { eventsMs: 2 * DAY } });
    await member(world, 'ada');
    const administration = createAdministration(world.ports, { policy: { ...DEFAULT_POLICY, eventsMs: 2 * DAY } });
    await world.service.resumeWork();
    for (let hours = 0; hours < 48; hours += 1) {
      world.clock.advance(DAY / 24);
      await world.service.resumeWork();
    }
    expect((await administration.listEvents({})).events).toHaveLength(2);
    world.clock.advance(1);
    expect((await administration.listEvents({})).events).toHaveLength(0);
    expect((await world.ports.events.list(EVERYTHING)).events).toHaveLength(2);
    await world.service.resumeWork();
    expect((await world.ports.events.list(EVERYTHING)).events).toHaveLength(0);
  });

  it('are at most a number that is bounded: the first ones go', async () => {
    const world = openWorld({ bounds: { events: 3 } });
    await world.ports.events.append([1, 2, 3, 4, 5].map((number) => newEvent(number)));
    await world.service.resumeWork();
    expect((await world.ports.events.list(EVERYTHING)).events).toEqual([5, 4, 3].map((number) => newEvent(number)));
  });
});
