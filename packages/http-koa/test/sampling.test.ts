import { StoreRefusedError, TooManyRequestsError, UnavailableError } from '@algotheque/domain';
import Koa from 'koa';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { State } from '../src/context.ts';
import { frame } from '../src/frame.ts';
import { createLogger, listen, problemLog } from '../src/index.ts';
import { Sampling } from '../src/logs/logger.ts';
import { httpOptions } from '../src/options.ts';

/** A sampling with a clock and a timer that the test moves. */
function sampled() {
  let now = 0;
  let waiting: { readonly at: number; act(): void }[] = [];
  const sampling = new Sampling({
    limit: 3,
    intervalMs: 100,
    now: () => now,
    later: (act, ms) => waiting.push({ at: now + ms, act }),
  });
  const advance = (ms: number) => {
    now += ms;
    const due = waiting.filter(({ at }) => at <= now);
    waiting = waiting.filter(({ at }) => at > now);
    for (const { act } of due) act();
  };
  return { sampling, advance, timers: () => waiting.length };
}

interface Line {
  readonly msg: string;
  readonly [field: string]: unknown;
}

function logged() {
  const text: string[] = [];
  const logger = createLogger({ destination: { write: (line) => void text.push(line) } });
  return { logger, text, lines: () => text.map((line) => JSON.parse(line) as Line) };
}

/** A server that refuses every request with `error`. */
async function refusing(error: () => Error) {
  const { logger, text, lines } = logged();
  const { sampling, advance } = sampled();
  const app = new Koa<State>();
  app.use(frame(httpOptions(), logger, sampling));
  app.use(() => {
    throw error();
  });
  const { address, drain } = await listen(app);
  onTestFinished(drain);
  const ask = async (times: number) => {
    for (let turn = 0; turn < times; turn += 1) await (await fetch(`http://127.0.0.1:${address.port}/`)).text();
  };
  return { ask, advance, lines, text };
}

it('sampling writes the first of each kind, counts the others, and writes their number once at the end', () => {
  const { sampling, advance, timers } = sampled();
  const reported: number[] = [];
  const admitted = (kind: string, times: number) =>
    Array.from({ length: times }, () => sampling.admits(kind, (skipped) => reported.push(skipped))).filter(Boolean)
      .length;
  expect([admitted('one', 1_000), admitted('other', 2)]).toEqual([3, 2]);
  expect([reported, timers()]).toEqual([[], 1]);
  advance(99);
  expect(admitted('one', 10)).toBe(0);
  advance(1);
  expect([reported, timers()]).toEqual([[1_007], 0]);
  expect(admitted('one', 4)).toBe(3);
});

it('sampling writes ten lines of a kind in ten seconds unless told', () => {
  const waits: number[] = [];
  const sampling = new Sampling({ now: () => 0, later: (_act, ms) => void waits.push(ms) });
  const admitted = Array.from({ length: 20 }, () => sampling.admits('one', () => {})).filter(Boolean);
  expect([admitted.length, waits]).toEqual([10, [10_000]]);
});

describe('the log of refusals', () => {
  it('has the first requests with 429, and the number of the others', async () => {
    const { ask, advance, lines } = await refusing(() => new TooManyRequestsError(1_000));
    await ask(20);
    expect(lines().map(({ msg, status }) => [msg, status])).toEqual(Array.from({ length: 3 }, () => ['request', 429]));
    advance(100);
    expect(lines().at(-1)).toMatchObject({ msg: 'request, more of it', status: 429, notLogged: 17 });
    await ask(1);
    expect(lines().at(-1)).toMatchObject({ msg: 'request', status: 429 });
  });

  it('has short lines without a stack for 503, and the number of the others', async () => {
    const reason = 'The hashing queue is full';
    const { ask, advance, lines, text } = await refusing(
      () => new UnavailableError({ reason, cause: new Error(reason, { cause: new Error('inner') }) }),
    );
    await ask(20);
    const refusals = lines().filter(({ msg }) => msg === 'unavailable');
    expect(refusals).toHaveLength(3);
    for (const line of refusals) expect(Object.keys(line)).toEqual(['level', 'time', 'requestId', 'reason', 'msg']);
    expect(lines()).toHaveLength(6);
    for (const line of text) expect(line.length).toBeLessThan(250);
    advance(100);
    expect(
      lines()
        .slice(6)
        .map(({ msg, notLogged }) => [msg, notLogged]),
    ).toEqual([
      ['unavailable, more of it', 17],
      ['request, more of it', 17],
    ]);
  });

  it('has the cause by type and code if there is no reason, and completely if waiting does not fix it', async () => {
    const cause = Object.assign(new Error('disk'), { code: 'EIO' });
    const disk = await refusing(() => new UnavailableError({ cause }));
    await disk.ask(1);
    expect(disk.lines()[0]).toMatchObject({ msg: 'unavailable', cause: 'Error', code: 'EIO' });
    expect(disk.text.join('')).not.toContain('stack');
    const refused = await refusing(() => new UnavailableError({ cause: new StoreRefusedError('newer') }));
    await refused.ask(1);
    expect(refused.lines()[0]).toMatchObject({
      err: { cause: { type: 'StoreRefusedError', stack: expect.any(Array) } },
    });
  });

  it('does not sample other requests', async () => {
    const { ask, lines } = await refusing(() => Object.assign(new Error('a fault')));
    await ask(8);
    expect(lines().filter(({ msg }) => msg === 'request')).toHaveLength(8);
    expect(lines().filter(({ err }) => err !== undefined)).toHaveLength(8);
  });

  it('samples refusals in the background in the same way', () => {
    const { logger, lines } = logged();
    const { sampling, advance } = sampled();
    const onProblem = problemLog(logger, sampling);
    for (let turn = 0; turn < 20; turn += 1) onProblem(new UnavailableError({ reason: 'away' }), 'limit');
    expect(lines()).toHaveLength(3);
    advance(100);
    expect(lines().at(-1)).toMatchObject({ msg: 'unavailable in the background, more of it', notLogged: 17 });
  });
});
