import { describe, expect, it, vi } from 'vitest';
import { EventRecorder } from '../../src/eventRecorder.ts';
import type { EventStore, StoredEvent } from '../../src/eventStore.ts';
import { type AuditEvent, createAdministration, createService, firstKey, impossibleInEvent } from '../../src/index.ts';
import { memoryAuditLog, memoryEventStore, memoryPorts } from '../../testkit/memory/index.ts';
import { NOW } from '../../testkit/suites/samples.ts';
import { emailOf, openRegistered, PASSWORD, register } from '../support/world.ts';

const EVERYTHING = { from: '', below: 'z', limit: 10_000 } as const;

const event = (requestId: string | null, more: Partial<AuditEvent> = {}): AuditEvent => ({
  action: 'login.failed',
  date: NOW,
  actorId: null,
  targetId: 7,
  address: '192.0.2.77',
  requestId,
  ...more,
});

/** A recorder whose store takes each batch when it is told how. */
function scene(batch = 3) {
  const log = memoryAuditLog();
  const problems: string[] = [];
  const batches: { readonly events: readonly StoredEvent[]; end(problem?: Error): void }[] = [];
  let arrived = Promise.withResolvers<void>();
  const append = (events: readonly StoredEvent[]): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    batches.push({ events, end: (problem) => (problem === undefined ? resolve() : reject(problem)) });
    arrived.resolve();
    return promise;
  };
  const store: EventStore = { ...memoryEventStore(), append };
  const onProblem = (problem: unknown): void => void problems.push(String(problem));
  const recorder = new EventRecorder({ log, store, onProblem, bounds: { batch } });
  const nextBatch = async () => {
    await arrived.promise;
    arrived = Promise.withResolvers();
    return batches.at(-1) ?? expect.fail('no batch');
  };
  const record = (...names: readonly string[]): void => {
    for (const name of names) recorder.record(event(name));
  };
  return { log, problems, batches, recorder, record, nextBatch };
}

const namesOf = ({ events }: { readonly events: readonly StoredEvent[] }) => events.map(({ requestId }) => requestId);

describe('events', () => {
  it('are in the log at once, and in the store in batches, one at a time', async () => {
    const { log, recorder, record, nextBatch, batches } = scene();
    record('a', 'b');
    expect([log.events.length, batches.length]).toEqual([2, 0]);
    const first = await nextBatch();
    expect(namesOf(first)).toEqual(['a', 'b']);
    record('c', 'd', 'e', 'f');
    await new Promise((resolve) => setImmediate(resolve));
    expect(batches).toHaveLength(1);
    first.end();
    const second = await nextBatch();
    expect(namesOf(second)).toEqual(['c', 'd', 'e']);
    second.end();
    const third = await nextBatch();
    expect(namesOf(third)).toEqual(['f']);
    const settled = recorder.settled();
    third.end();
    await settled;
    expect(batches).toHaveLength(3);
    expect(log.events.map(({ requestId }) => requestId)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('wait in a bounded number; those above it are in the log alone, and are reported once with their number', async () => {
    const { log, problems, record, nextBatch, recorder } = scene(1_000);
    record('first');
    const first = await nextBatch();
    record(...Array.from({ length: 1_003 }, (_, index) => `${index}`));
    expect(problems).toEqual([
      'EventsLostError: The store takes events more slowly than they come: the log has the others',
    ]);
    first.end();
    const second = await nextBatch();
    expect([second.events.length, second.events.at(-1)?.requestId]).toEqual([1_000, '999']);
    second.end();
    await recorder.settled();
    expect(problems.slice(1)).toEqual(['EventsLostError: Only the log has these events: 3']);
    expect(log.events).toHaveLength(1_004);
  });

  it('that the store refuses are in the log alone: the failure is reported once, and the number when it works again', async () => {
    const { problems, record, nextBatch } = scene();
    for (const name of ['1', '2', '3']) {
      record(name, `${name}, too`);
      const batch = await nextBatch();
      batch.end(name === '3' ? undefined : new Error('no store'));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(problems).toEqual(['Error: no store', 'EventsLostError: Only the log has these events: 4']);
  });

  it('that are lost are counted at a stop in order, too', async () => {
    const { problems, record, nextBatch, recorder } = scene();
    record('1');
    const batch = await nextBatch();
    const settled = recorder.settled();
    batch.end(new Error('no store'));
    await settled;
    expect(problems).toEqual(['Error: no store', 'EventsLostError: Only the log has these events: 1']);
  });

  it('are stored again after an onProblem that throws', async () => {
    const store = memoryEventStore();
    const append = vi.spyOn(store, 'append').mockRejectedValueOnce(new Error('no store'));
    const onProblem = (problem: unknown): never => {
      throw problem;
    };
    const recorder = new EventRecorder({ log: memoryAuditLog(), store, onProblem, bounds: { batch: 3 } });
    recorder.record(event('1'));
    await expect(recorder.settled()).rejects.toThrow('no store');
    recorder.record(event('2'));
    await expect(recorder.settled()).rejects.toThrow('Only the log has these events: 1');
    recorder.record(event('3'));
    await recorder.settled();
    expect(append.mock.calls.map(([[first]]) => first?.requestId)).toEqual(['1', '2', '3']);
  });

  it('keep the network of the address alone, have no trace, and no text that a store refuses', async () => {
    const { recorder, nextBatch } = scene();
    const long = `\ud800${'x'.repeat(200)}`;
    recorder.record(event(long, { date: NOW + 0.5, traceId: 'abc', limit: 'loginPair', action: 'limit.refused' }));
    recorder.record(event(null, { date: -1, address: 'no address', actorId: 3 }));
    const { events } = await nextBatch();
    const [first, second] = events;
    const key = expect.stringMatching(new RegExp(`^${firstKey(NOW)}[0-9a-f]{12}$`));
    const common = { actorId: null, targetId: 7, limit: null, address: null, requestId: null };
    const shown = { ...common, key, address: '192.0.2.0/24', requestId: `\ufffd${'x'.repeat(99)}` };
    expect(first).toEqual({ ...shown, action: 'limit.refused', limit: 'loginPair' });
    expect(second).toMatchObject({ ...common, action: 'login.failed', actorId: 3 });
    expect(events.map(impossibleInEvent)).toEqual([null, null]);
    expect(second?.key.startsWith(firstKey(0))).toBe(true);
  });

  it('of one millisecond have the order in which they were recorded', async () => {
    const { recorder, record, nextBatch } = scene(100);
    record(...Array.from({ length: 50 }, (_, index) => `${index}`));
    const { events, end } = await nextBatch();
    expect(events.toSorted((one, other) => (one.key < other.key ? -1 : 1))).toEqual(events);
    expect(new Set(events.map(({ key }) => key)).size).toBe(50);
    end();
    await recorder.settled();
  });

  it('that wait are stored when a service closes, and when the work of an administration has settled', async () => {
    const ports = memoryPorts();
    const service = createService(ports);
    await register({ service }, 'ada');
    await service.close();
    ports.clock.advance(1);
    const administration = createAdministration(ports);
    await administration.disableAccount(1);
    await administration.settled();
    const kept = (await ports.events.list(EVERYTHING)).events.map(({ action, actorId }) => [action, actorId]);
    expect(kept).toEqual([
      ['user.disabled', null],
      ['user.registered', 1],
    ]);
  });

  it('a request waits for no store', async () => {
    const never = { ...memoryEventStore(), append: () => new Promise<void>(() => {}) };
    const world = await openRegistered({ replace: { events: never }, endsWithAnswer: true });
    await world.service.login({ email: emailOf('ada'), password: PASSWORD });
    expect(world.ports.audit.events.map(({ action }) => action)).toEqual(['user.registered', 'login.succeeded']);
  });
});
