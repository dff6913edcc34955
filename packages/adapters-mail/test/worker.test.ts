import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FakeClock } from '@algotheque/domain/contracts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type SmtpWorker, type SmtpWorkerOptions, startSmtpWorker } from '../src/index.ts';
import { mailsIn, NOW, recipient, scratchSpool } from './scratch.ts';
import { politeAnswer, scriptedServer, smtpServer } from './smtpServers.ts';

const confirm = { kind: 'confirm', token: 'secret-token' } as const;

function start(options: SmtpWorkerOptions): SmtpWorker {
  const worker = startSmtpWorker(options);
  onTestFinished(() => worker.stop());
  return worker;
}

/** A server whose next mail can be waited for. */
async function countingServer() {
  const { promise: taken, resolve } = Promise.withResolvers<void>();
  const server = await smtpServer({
    onData: (stream, _, done) =>
      stream.resume().on('end', () => {
        done();
        resolve();
      }),
  });
  return { url: `smtp://127.0.0.1:${server.port}`, taken };
}

/** A clock that stands still, and a promise of the moment when the worker waits for the next look. */
function watchedClock() {
  const clock = new FakeClock(NOW);
  const { promise: waits, resolve } = Promise.withResolvers<void>();
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
    if (ms === 60_000) queueMicrotask(resolve);
    return clock.sleep(ms, signal);
  };
  return { clock: { now: () => clock.now(), sleep }, waits, advance: (ms: number) => clock.advance(ms) };
}

describe('startSmtpWorker', () => {
  it('sends what is in the spool at its start', async () => {
    const { spool, dir } = await scratchSpool();
    await spool.send(recipient(), confirm);
    const { url, taken } = await countingServer();
    const worker = start({ dir, url });
    await taken;
    await worker.stop();
    expect(await mailsIn(dir)).toEqual([]);
    expect(await mailsIn(join(dir, 'sending'))).toEqual([]);
  });

  it('sends what comes later when it is woken, as the spool does by onSpooled', async () => {
    const { url, taken } = await countingServer();
    let worker: SmtpWorker | null = null;
    const { spool, dir } = await scratchSpool({ onSpooled: () => worker?.wake() });
    worker = start({ dir, url, clock: new FakeClock(NOW) });
    await spool.send(recipient(), confirm);
    await expect(taken).resolves.toBeUndefined();
  });

  it('looks every minute, for what was put there by hand', async () => {
    const { clock, waits, advance } = watchedClock();
    const { spool, dir } = await scratchSpool();
    const { url, taken } = await countingServer();
    start({ dir, url, clock });
    await waits;
    await spool.send(recipient(), confirm);
    advance(60_000);
    await expect(taken).resolves.toBeUndefined();
  });

  it('stops at once while it waits', async () => {
    const { clock, waits } = watchedClock();
    const { dir } = await scratchSpool();
    const { url } = await countingServer();
    const worker = start({ dir, url, clock });
    await waits;
    await expect(worker.stop()).resolves.toBeUndefined();
  });

  it('reports a folder that it cannot use, and goes on', async () => {
    const { spool, dir } = await scratchSpool();
    await writeFile(join(dir, 'sending'), 'in the way');
    const { url, taken } = await countingServer();
    const reported = Promise.withResolvers<unknown[]>();
    const clock = new FakeClock(NOW);
    const worker = start({ dir, url, clock, onProblem: (...problem) => reported.resolve(problem) });
    expect(await reported.promise).toEqual([expect.objectContaining({ code: 'EEXIST' }), 'mail spool']);
    await rm(join(dir, 'sending'));
    await spool.send(recipient(), confirm);
    worker.wake();
    await taken;
  });

  it('stops with the mail under way sent, and begins no other', async () => {
    const polite = politeAnswer();
    const reached = Promise.withResolvers<() => void>();
    const server = await scriptedServer((line, socket) => {
      if (line !== '.') return polite(line, socket);
      reached.resolve(() => socket.write(`${polite(line, socket)}\r\n`));
      return null;
    });
    const { spool, dir } = await scratchSpool();
    await spool.send(recipient(), confirm);
    const worker = start({ dir, url: `smtp://127.0.0.1:${server.port}`, clock: new FakeClock(NOW) });
    const goOn = await reached.promise;
    await spool.send(recipient(), confirm);
    const stopped = worker.stop();
    worker.wake();
    goOn();
    await stopped;
    expect(await mailsIn(dir)).toHaveLength(1);
    expect(await mailsIn(join(dir, 'sending'))).toEqual([]);
    expect(server.connections()).toBe(1);
  });

  it('stops within five seconds when the server does not answer, and keeps the mail', async () => {
    const reached = Promise.withResolvers<void>();
    const polite = politeAnswer();
    const server = await scriptedServer((line, socket) => {
      if (line !== '.') return polite(line, socket);
      reached.resolve();
      return null;
    });
    const { spool, dir } = await scratchSpool();
    await spool.send(recipient(), confirm);
    const clock = new FakeClock(NOW);
    const worker = start({ dir, url: `smtp://127.0.0.1:${server.port}`, clock, onProblem: () => {} });
    await reached.promise;
    const stopped = worker.stop();
    clock.advance(5_000);
    await stopped;
    expect(await mailsIn(dir)).toEqual([expect.stringContaining('.try1-')]);
  });

  it('can be stopped twice, and before it has begun', async () => {
    const { dir } = await scratchSpool();
    const { url } = await countingServer();
    const worker = startSmtpWorker({ dir, url });
    await Promise.all([worker.stop(), worker.stop()]);
    await expect(worker.stop()).resolves.toBeUndefined();
  });

  it('refuses a malformed URL at once, without its password', () => {
    expect(() => startSmtpWorker({ dir: '/nowhere', url: 'smtp://user:hunter2@' })).toThrow(
      /^The SMTP URL is malformed(?!.*hunter2)/,
    );
  });
});
