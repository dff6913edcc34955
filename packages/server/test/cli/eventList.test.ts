import { join } from 'node:path';
import { firstKey, type StoredEvent } from '@algotheque/domain';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { openBackend } from '../../src/backend.ts';
import { prepareFrom } from '../../src/prepare.ts';
import { runIn } from './runIn.ts';

const DAY = 86_400_000;
const TODAY = Math.floor(Date.now() / DAY) * DAY;

const event = (number: number, fields: Partial<StoredEvent> = {}): StoredEvent => ({
  key: `${firstKey(TODAY - DAY + number)}${number.toString(16).padStart(12, '0')}`,
  action: 'login.failed',
  actorId: null,
  targetId: 7,
  address: '192.0.2.0/24',
  requestId: `a\u001b[31m-${number}`,
  limit: null,
  ...fields,
});

/** A store with events of yesterday, beside the server that uses it. */
async function scene(events: readonly StoredEvent[]) {
  const env = { ALGOTHEQUE_DATA_DIR: join(scratchFolder(), 'data') };
  const { ports, close } = await openBackend(await prepareFrom(env), { onNotice: () => {} });
  onTestFinished(() => close());
  await ports.events.append(events);
  return (...args: string[]) => runIn(['event', 'list', ...args], { env });
}

const linesOf = (stdout: string): unknown[] =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

describe('algotheque event list', () => {
  it('prints a table, and nothing in it changes a terminal', async () => {
    const list = await scene([event(1), event(2, { actorId: 3, action: 'limit.refused', limit: 'loginPair' })]);
    const { stdout, code } = await list();
    expect(code).toBe(0);
    const [titles, first, second, ...others] = stdout.trimEnd().split('\n');
    expect(titles).toMatch(/^time +kind +by +on +network +request +limit$/);
    expect(first).toMatch(/T00:00:00\.002Z +limit\.refused +3 +7 +192\.0\.2\.0\/24 +a\\u001b\[31m-2 +loginPair$/);
    expect(second).toMatch(/T00:00:00\.001Z +login\.failed +7 +192\.0\.2\.0\/24 +a\\u001b\[31m-1$/);
    expect(others).toEqual([]);
  });

  it('prints JSON Lines of what is selected by account, kind and time, over more than a page', async () => {
    const others = [event(0, { targetId: 8 }), event(0, { action: 'logout', key: event(3_000).key })];
    const list = await scene([...others, ...Array.from({ length: 1_500 }, (_, index) => event(index + 1))]);
    const yesterday = new Date(TODAY - DAY).toISOString();
    const selected = ['--account', '7', '--kind', 'login.failed', '--json'];
    const all = await list(...selected, '--limit', '100000', '--since', yesterday.slice(0, 10));
    expect([all.code, all.stderr, linesOf(all.stdout).length]).toEqual([0, '', 1_500]);
    expect(linesOf(all.stdout)[0]).toEqual({
      id: event(1_500).key,
      kind: 'login.failed',
      date: TODAY - DAY + 1_500,
      actorId: null,
      targetId: 7,
      address: '192.0.2.0/24',
      requestId: event(1_500).requestId,
      limit: null,
    });
    const part = await list(...selected);
    expect([linesOf(part.stdout).length, part.stderr]).toEqual([1_000, `More may follow: --after ${event(501).key}\n`]);
    const rest = await list(...selected, '--after', event(501).key);
    expect([linesOf(rest.stdout).length, rest.stderr]).toEqual([500, '']);
    const none = await list(...selected, '--before', yesterday);
    expect([none.code, none.stdout]).toEqual([0, '']);
  });

  it.each([
    ['--account', 'ada'],
    ['--kind', 'login'],
    ['--since', 'yesterday'],
    ['--since', '2026-11-27T09:30'],
    ['--since', '2026-02-29'],
    ['--before', '2026-11-31T00:00:00Z'],
    ['--before', '2026-13-01'],
    ['--after', '1'],
    ['--limit', '100001'],
    ['--limit', '0'],
  ])('refuses %s %s', async (option, value) => {
    const { code, stdout, stderr } = await runIn(['event', 'list', option, value], { env: {} });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`${option} must be`);
  });
});
