import { describe, expect, it } from 'vitest';
import { traceParentOf } from '../src/exchange/head.ts';
import { exchange, request } from './support/raw.ts';
import { useServer } from './support/useServer.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const GOOD = `00-${TRACE}-${SPAN}-01`;

describe('traceparent', () => {
  it.each([
    [GOOD, 1],
    [`00-${TRACE}-${SPAN}-00`, 0],
    [`00-${TRACE}-${SPAN}-ff`, 255],
    [`cc-${TRACE}-${SPAN}-01`, 1],
    [`cc-${TRACE}-${SPAN}-01-what the future will be like`, 1],
  ])('%s is read', (header, flags) => {
    expect(traceParentOf(header)).toEqual({ traceId: TRACE, spanId: SPAN, flags });
  });

  it.each([
    undefined,
    '',
    `${GOOD}-`,
    `${GOOD}-more`,
    `${GOOD} `,
    `${GOOD}\n`,
    `${GOOD}, ${GOOD}`,
    [GOOD],
    GOOD.toUpperCase(),
    `ff-${TRACE}-${SPAN}-01`,
    `cc-${TRACE}-${SPAN}-01.more`,
    `cc-${TRACE}-${SPAN}-01-${'x'.repeat(201)}`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.slice(1)}-${SPAN}-01`,
    `00-${TRACE}a-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-1`,
    `00-${TRACE.replace('4', 'g')}-${SPAN}-01`,
  ])('%j is as if there were none', (header) => {
    expect(traceParentOf(header)).toBeNull();
  });
});

describe('the log', () => {
  const start = useServer();
  const linesOf = (log: readonly string[]) => log.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);

  it('has the trace of a request in its line', async () => {
    const { log, listening } = await start();
    const { port } = listening.address;
    await exchange(port, request('GET /healthz', [`traceparent: ${GOOD}`]));
    await exchange(port, request('GET /healthz', [`Traceparent: ${GOOD}`, `traceparent: ${GOOD}`]));
    await exchange(port, request('GET /healthz', ['traceparent: 00-forged"}-1']));
    expect(linesOf(log).map(({ msg, traceId }) => [msg, traceId])).toEqual([
      ['request', TRACE],
      ['request', undefined],
      ['request', undefined],
    ]);
  });

  it('has it in audit events', async () => {
    const { log, listening } = await start();
    const login = JSON.stringify({ email: 'ada@example.org', password: 'not hers' });
    for (const trace of [[`traceparent: ${GOOD}`], []]) {
      await exchange(
        listening.address.port,
        request('POST /api/users/login', [
          'Content-Type: application/json',
          `Content-Length: ${login.length}`,
          ...trace,
        ]) + login,
      );
    }
    const events = linesOf(log).flatMap(({ audit }) => (audit === undefined ? [] : [audit]));
    expect(events).toMatchObject([{ action: 'login.failed', traceId: TRACE }, { action: 'login.failed' }]);
    expect(events[1]).not.toHaveProperty('traceId');
  });

  it('has it in the lines of failures', async () => {
    const fault = new Error('a fault');
    const { log, listening } = await start({
      instead: ({ sessionStore }) => ({ sessionStore: { ...sessionStore, find: () => Promise.reject(fault) } }),
    });
    const headers = [`traceparent: ${GOOD}`, `Authorization: Bearer ${'A'.repeat(43)}`];
    await exchange(listening.address.port, request('GET /api/users/me', headers));
    expect(linesOf(log)).toMatchObject([
      { msg: 'internal error', traceId: TRACE, route: '/api/users/me' },
      { msg: 'request', status: 500, traceId: TRACE },
    ]);
  });
});
