import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { memoryPorts } from '@algotheque/domain/memory';
import { createLogger } from '@algotheque/http-koa';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Backend } from '../src/backend.ts';
import { Closing } from '../src/closing.ts';
import { prepareFrom } from '../src/prepare.ts';
import { serveBackend } from '../src/start/serving.ts';
import { LAST_MOMENT_MS } from '../src/start/stopSignals.ts';

/** The longest time of a stop, until the end of the process. */
const LIMIT_MS = 10_000;
const STEP_MS = 10;

const never = (): Promise<never> => new Promise(() => {});
const lines: string[] = [];

vi.mock('@algotheque/http-koa', async (importOriginal) => ({
  ...(await importOriginal<typeof import('@algotheque/http-koa')>()),
  standardError: () => ({ write: (line: string) => void lines.push(line) }),
}));

/** A log that takes no line. */
const stuckLog = () => createLogger({ destination: { write() {} } });

interface Scene {
  readonly stopGrace: string;
  /** Whether the closing of the stores ends. */
  readonly closes?: boolean;
  /** Whether the stores answer. */
  readonly answers?: boolean;
}

/** A server whose clock stands still until the test moves it. */
async function serving({ stopGrace, closes = false, answers = false }: Scene) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const prepared = await prepareFrom({ PORT: '0', ALGOTHEQUE_STOP_GRACE: stopGrace });
  const { settings, places, policy } = prepared;
  const [memory, reached, asked] = [memoryPorts(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const mailer = {
    health: () => {
      reached.resolve();
      return answers ? Promise.resolve() : never();
    },
    send: never,
    sendDecoy: never,
  };
  const deletions = answers ? memory.deletions : { ...memory.deletions, list: never }; // the sweeper waits for it
  const [closing, closed] = [new Closing(), [] as string[]];
  for (const what of ['the lock', 'the database', 'the sending of mails']) {
    const close = (name: string) => {
      closed.push(name);
      return closes || name === 'the lock' ? undefined : never();
    };
    closing.add(what, close, what);
  }
  const backend: Backend = {
    ports: { ...memory, mailer, deletions },
    load: { hashes: () => expect.fail(), mails: () => expect.fail() },
    serverState: never,
    policy,
    places,
    awaited: null,
    refused: never(),
    close: (over) => closing.close(over),
  };
  const ended = serveBackend({
    settings,
    backend,
    logger: stuckLog(),
    look: '',
    scraping: null,
    tracing: null,
    asked: asked.promise,
  });
  while (!lines.join('').includes(' mails ')) await turn();
  const port = Number(/listens on http:\/\/127\.0\.0\.1:(\d+)/.exec(lines.join(''))?.[1]);
  return { ended, closed, port, stop: asked.resolve, reached: reached.promise };
}

/** How far the clock must advance until `work` ends; more than a minute counts as never. */
async function timeUntil(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  for (let ms = 0; ms < 60_000; ms += STEP_MS) {
    for (let turns = 5; turns > 0; turns -= 1) await turn();
    if (isOver) return ms;
    vi.advanceTimersByTime(STEP_MS);
  }
  return Number.POSITIVE_INFINITY;
}

const sockets: Socket[] = [];

async function sent(port: number, text: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  sockets.push(socket.on('error', () => {}));
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

const HEAD = 'POST /api/users/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n';
const PROBE = 'GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n';

describe('a stop', () => {
  afterEach(() => {
    vi.useRealTimers();
    lines.length = 0;
    for (const socket of sockets.splice(0)) socket.destroy();
  });

  it.each(['0s', '1s', '5s'])(
    'takes 10 s at most where nothing ends by itself, with a grace of %s',
    async (stopGrace) => {
      const { ended, closed, port, stop, reached } = await serving({ stopGrace });
      await sent(port, '');
      await sent(port, 'GET /heal');
      await sent(port, `${HEAD}{`);
      const waiting = await sent(port, PROBE); // the store never answers
      const answer = once(waiting, 'data');
      await reached;
      stop();
      const ms = await timeUntil(ended);
      expect(ms + LAST_MOMENT_MS).toBeLessThanOrEqual(LIMIT_MS);
      expect(String((await answer)[0])).toMatch(/^HTTP\/1.1 503 /);
      expect(closed).toEqual(['the sending of mails', 'the database', 'the lock']);
      expect(lines.at(-1)).toBe(
        'Not everything could be closed: the sending of mails (it has not ended in time); the database (it has not ended in time). ' +
          'Nothing that was acknowledged is lost; the next start finishes the rest.\n',
      );
    },
  );

  it('takes no more than the grace and a second where everything ends', async () => {
    const { ended, closed, port, stop } = await serving({ stopGrace: '1s', closes: true, answers: true });
    await once(await sent(port, PROBE), 'data');
    stop();
    expect(await timeUntil(ended)).toBeLessThanOrEqual(2_000);
    expect(closed).toHaveLength(3);
    expect(lines.at(-1)).toBe('Algotheque stops\n');
  });
});
