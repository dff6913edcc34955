import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { PASSWORD, send } from '@algotheque/testing/httpClient';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { unusedPort } from '../../../test/support/unusedPort.ts';
import { startServer } from './support/serverProcess.ts';
import { tally } from './support/tally.ts';

const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;

function opened(path: string, flags: number): number {
  const fd = openSync(path, flags);
  onTestFinished(() => closeSync(fd));
  return fd;
}

async function namedPipe(): Promise<string> {
  const path = join(scratchFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  return path;
}

/** A full pipe whose reader is open but does not read. */
async function fullPipe(): Promise<number> {
  const path = await namedPipe();
  opened(path, O_RDONLY | O_NONBLOCK);
  const filling = opened(path, O_WRONLY | O_NONBLOCK);
  try {
    for (;;) writeSync(filling, Buffer.alloc(4_096));
  } catch (error) {
    expect(error).toMatchObject({ code: 'EAGAIN' });
  }
  return opened(path, O_WRONLY);
}

async function brokenPipe(): Promise<number> {
  const path = await namedPipe();
  const reader = openSync(path, O_RDONLY | O_NONBLOCK);
  const fd = opened(path, O_WRONLY);
  closeSync(reader);
  return fd;
}

const STREAMS: readonly (readonly [name: string, open: () => Promise<number>])[] = [
  ['a full disk', async () => opened('/dev/full', O_WRONLY)],
  ['a pipe whose reader has gone', brokenPipe],
  ['a full pipe that nobody reads', fullPipe],
];

const REQUESTS = 30;

/** Answers to requests that write to the log, to the audit log and to standard error. */
async function answers(url: string): Promise<Record<string, number>> {
  const register = (n: number) =>
    send(url, 'POST /api/users/register', { json: { email: `${n}@example.org`, password: PASSWORD, pseudo: 'Ada' } });
  const registered = await Promise.all([1, 2, 3].map(register));
  const others = await Promise.all(Array.from({ length: REQUESTS }, () => send(url, 'GET /healthz')));
  return tally([...registered, ...others].map(({ status }) => status));
}

describe.each(['stdout', 'stderr'] as const)('a server whose %s is', (stream) => {
  it.each(STREAMS)('%s answers every request, and ends with 0', async (_name, open) => {
    const env = { ALGOTHEQUE_DATA_DIR: scratchFolder(), PORT: String(await unusedPort()) };
    const server = await startServer(env, { [stream]: await open() });
    expect(await answers(server.url)).toEqual({ 200: REQUESTS, 201: 3 });
    expect(await server.stop()).toBe(0);
  });
});
