import { DamagedError, PORT_NAMES, type Ports, UnavailableError } from '@algotheque/domain';
import { memoryPorts } from '@algotheque/domain/memory';
import { beforeEach, expect, it } from 'vitest';
import type { ServerLoad } from '../../src/backend.ts';
import { type Metrics, openMetrics } from '../../src/telemetry/openMetrics.ts';

const problems: unknown[] = [];
let metrics: Metrics;

beforeEach(() => {
  problems.length = 0;
  metrics = openMetrics((problem) => problems.push(problem));
});

/** The lines of the text that begin so and are not 0, without the prefix of all names. */
async function lines(start: string): Promise<string[]> {
  const all = (await metrics.text()).split('\n').map((line) => line.replace(/^algotheque_/, ''));
  return all.filter((line) => line.startsWith(start) && !line.endsWith(' 0'));
}

const failing = (users: Partial<Ports['users']>): Ports => {
  const ports = memoryPorts();
  return { ...ports, users: Object.assign(Object.create(ports.users), users) as Ports['users'] }; // with all other methods
};

it('calls of stores that fail are counted by their kind, and reject as before', async () => {
  const damage = new DamagedError({ place: 'users', id: 1, field: 'pseudo' });
  const down = new UnavailableError();
  const { users } = metrics.timed(
    failing({ findById: () => Promise.reject(damage), findByEmail: () => Promise.reject(down) }),
  );
  await expect(users.findById(1)).rejects.toBe(damage);
  await expect(users.findByEmail('x')).rejects.toBe(down);
  await expect(users.findByEmail('x')).rejects.toBe(down);
  expect(await lines('store_failures_total')).toEqual([
    'store_failures_total{operation="users.findById",kind="damaged"} 1',
    'store_failures_total{operation="users.findByEmail",kind="unavailable"} 2',
  ]);
  expect(await lines('store_operation_duration_seconds_count')).toEqual([
    'store_operation_duration_seconds_count{operation="users.findById"} 1',
    'store_operation_duration_seconds_count{operation="users.findByEmail"} 2',
  ]);
});

it('ports keep what is no method, and those that are no stores stay themselves', () => {
  const ports = memoryPorts();
  const medium = {};
  const timed = metrics.timed({
    ...ports,
    users: Object.assign(Object.create(ports.users), { medium }) as Ports['users'],
  });
  expect(timed.users.medium).toBe(medium);
  expect(timed.users.findById).toBe(timed.users.findById);
  expect([timed.clock, timed.hasher, timed.validator]).toEqual([ports.clock, ports.hasher, ports.validator]);
});

it('calls of each port that a database has, of contents and of mails are timed', () => {
  const ports = memoryPorts();
  const timed = metrics.timed(ports);
  const names = PORT_NAMES.filter((name) => timed[name] !== ports[name]);
  expect(names.toSorted()).toEqual(PORT_NAMES.filter((name) => 'health' in ports[name]).toSorted());
});

it('routes and methods that no table has are one value each', async () => {
  const request = { status: 404, ms: 2 };
  for (const method of ['PURGE', 'M-SEARCH']) metrics.requests.onAnswer({ ...request, route: null, method });
  expect(await lines('http_request_duration_seconds_count')).toEqual([
    'http_request_duration_seconds_count{route="other",method="other",status="404"} 2',
  ]);
});

it('queues are read when the text is made', async () => {
  const refused = { full: 2, late: 1, gone: 0 };
  const load: ServerLoad = {
    hashes: () => ({ running: 4, waiting: 7, refused }),
    mails: async () => ({ count: 3, givenUp: 0, oldest: Date.now() - 60_000 }),
  };
  expect(await lines('hashes')).toEqual([]);
  metrics.watch(load);
  const expected = [
    'hashes_running 4',
    'hashes_waiting 7',
    'hashes_refused_total{reason="full"} 2',
    'hashes_refused_total{reason="late"} 1',
  ];
  expect(await lines('hashes')).toEqual(expected);
  expect(await lines('hashes'), 'a count is not added to itself').toEqual(expected);
  expect(await lines('mails')).toEqual([
    'mails_waiting 3',
    expect.stringMatching(/^mails_oldest_seconds (?:60|6[1-9])/),
  ]);
});

it('a store whose mails cannot be read is NaN, is reported once, and does not take the other metrics away', async () => {
  const fault = new Error('EIO');
  metrics.watch({
    hashes: () => ({ running: 1, waiting: 0, refused: { full: 0, late: 0, gone: 0 } }),
    mails: () => Promise.reject(fault),
  });
  const text = await metrics.text();
  expect(text).toContain('algotheque_mails_waiting Nan\n');
  expect(text).toContain('algotheque_mails_oldest_seconds Nan\n');
  expect(text).toContain('algotheque_hashes_running 1\n');
  expect(problems).toEqual([fault]);
});

it('what parts report is counted', async () => {
  metrics.backend.onCheck({ of: 'content', result: 'damaged' });
  metrics.backend.onDelivery('failed');
  metrics.backend.onCommit(3);
  metrics.service.onResumed?.('content');
  expect(await lines('checks')).toEqual(['checks_total{of="content",result="damaged"} 1']);
  expect(await lines('mail_tries')).toEqual(['mail_tries_total{result="failed"} 1']);
  expect(await lines('commit_writes_sum')).toEqual(['commit_writes_sum 3']);
  expect(await lines('work')).toEqual(['work_resumed_total{kind="content"} 1']);
});
