import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { stopAsked } from '../src/start/stopSignals.ts';
import { type ServerProcess, startServer } from './support/serverProcess.ts';

class FakeProcess extends EventEmitter {
  readonly pid = 42;
  readonly killed: (readonly unknown[])[] = [];

  kill(pid: number, signal: NodeJS.Signals): void {
    this.killed.push([pid, signal, this.listenerCount(signal)]);
  }
}

function scene() {
  const [target, clock] = [new FakeProcess(), { ms: 5_000 }];
  const asked = stopAsked({ target, now: () => clock.ms });
  return { target, clock, asked };
}

describe('signals to stop', () => {
  it('count as one within a second, in any combination', async () => {
    const { target, clock, asked } = scene();
    target.emit('SIGINT', 'SIGINT');
    expect(await asked).toBe('SIGINT');
    for (const [afterMs, signal] of [
      [0, 'SIGINT'],
      [1, 'SIGTERM'],
      [999, 'SIGINT'],
    ] as const) {
      clock.ms = 5_000 + afterMs;
      target.emit(signal, signal);
    }
    expect(target.killed).toEqual([]);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('end the process at once by a %s a second later', async (signal) => {
    const { target, clock, asked } = scene();
    target.emit('SIGTERM', 'SIGTERM');
    await asked;
    clock.ms += 1_000;
    target.emit(signal, signal);
    expect(target.killed).toEqual([[42, signal, 0]]); // no listener: the signal has its default effect
  });
});

describe('the end of a process', () => {
  it('is with 0 while a call that takes a moment is under way, as a line for the log that a full pipe refuses', async () => {
    const source = new URL('../src/start/stopSignals.ts', import.meta.url);
    const program = `
      import { stat } from 'node:fs';
      import { endProcess } from '${source}';
      await import('@algotheque/adapters-fs'); // as a server has
      stat('/', () => {});
      await endProcess();`;
    const node = ['--conditions=@algotheque/source', '--input-type=module', '--eval', program];
    const [code, signal] = await once(spawn(process.execPath, node, { cwd: import.meta.dirname }), 'exit');
    expect([code, signal]).toEqual([0, null]);
  });
});

/** A request whose head the server has read; the server waits for its body. */
async function requestUnderWay(url: string): Promise<ClientRequest> {
  const begun = request(`${url}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', expect: '100-continue' },
  });
  begun.flushHeaders();
  await once(begun, 'continue');
  return begun;
}

async function statusOf(begun: ClientRequest): Promise<number | undefined> {
  const answered = once(begun, 'response');
  begun.end(JSON.stringify({ email: 'nobody@example.org', password: 'not the password' }));
  const [response] = await answered;
  response.resume();
  return response.statusCode;
}

const hasBegunToStop = (server: ServerProcess): Promise<boolean> =>
  vi.waitUntil(() => server.output().stderr.includes('Algotheque stops'), { timeout: 20_000, interval: 5 });

it.each([
  ['SIGTERM', 'SIGTERM'],
  ['SIGINT', 'SIGINT'],
  ['SIGINT', 'SIGTERM'],
] as const)(
  'a server that gets two signals at once, as npm and its process group send them answers the running request: %s and %s',
  async (first, second) => {
    const server = await startServer({ ALGOTHEQUE_DATA_DIR: scratchFolder(), ALGOTHEQUE_LOG_LEVEL: 'warn' });
    const begun = await requestUnderWay(server.url);
    void server.stop(first);
    await hasBegunToStop(server); // the system merges equal signals that the process has not received yet
    void server.stop(second);
    expect(await statusOf(begun)).toBe(401);
    expect(await server.ended).toBe(0);
    expect(server.output().stderr).toContain('Algotheque stopped');
  },
);
