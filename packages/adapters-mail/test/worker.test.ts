import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FakeClock } from '@algotheque/domain/memory';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type SmtpWorker, type SmtpWorkerOptions, startSmtpWorker } from '../src/index.ts';
import { mailsIn, NOW, recipient, scratchSpool } from './scratch.ts';
import { acceptingAnswer, scriptedServer, smtpServer } from './smtpServers.ts';

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

/** A clock that stands still, and promises of the next moment when the worker waits for so long. */
function watchedClock() {
  const fake = new FakeClock(NOW);
  const watchers = new Map<number, () => void>();
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
    const slept = fake.sleep(ms, signal);
    watchers.get(ms)?.();
    return slept;
  };
  const waits = (ms: number): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    watchers.set(ms, resolve);
    return promise;
  };
  return { clock: { now: () => fake.now(), sleep }, waits, advance: (ms: number) => fake.advance(ms) };
}

const ROUND_MS = 60_000;
const TICK = 1_000;

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

  it.each(['mail', 'decoy'])('that is woken by a %s looks at its next clock tick, not before', async (what) => {
    const { clock, waits, advance } = watchedClock();
    const server = await smtpServer();
    let worker: SmtpWorker | null = null;
    const { spool, dir } = await scratchSpool({ onWritten: () => worker?.wake() });
    const idle = waits(ROUND_MS);
    const timeouts = { finalMs: ROUND_MS + 1 }; // no other wait is as long as that for the next look
    worker = start({ dir, url: `smtp://127.0.0.1:${server.port}`, clock, timeouts });
    await idle;
    advance(300); // its clock began 300 ms ago, so the next tick is 700 ms away whatever a request does
    const tick = waits(TICK - 300);
    await (what === 'mail' ? spool.send(recipient(), confirm) : spool.sendDecoy('confirm'));
    await tick;
    const counts = [(await mailsIn(dir)).length, (await mailsIn(join(dir, 'sending'))).length, server.connections()];
    expect(counts).toEqual([what === 'mail' ? 1 : 0, 0, 0]);
    const idleAgain = waits(ROUND_MS);
    advance(TICK - 300);
    await idleAgain;
    expect(server.received).toHaveLength(what === 'mail' ? 1 : 0);
  });

  it('sends new mails over a free connection while one mail hangs', async () => {
    const { clock, waits, advance } = watchedClock();
    const accepting = acceptingAnswer();
    const [reached, taken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const server = await scriptedServer((line, socket) => {
      const reply = accepting(line, socket);
      if (line.startsWith('RCPT TO:<bad')) reached.resolve();
      if (reply === '250 taken') taken.resolve();
      return line.startsWith('RCPT TO:<bad') ? null : reply;
    });
    let worker: SmtpWorker | null = null;
    const { spool, dir } = await scratchSpool({ onWritten: () => worker?.wake() });
    await spool.send(recipient({ adresseMail: 'bad@example.org' }), confirm);
    worker = start({ dir, url: `smtp://127.0.0.1:${server.port}`, clock, onProblem: () => {} });
    await reached.promise;
    const tick = waits(TICK);
    await spool.send(recipient(), confirm);
    await tick;
    advance(TICK);
    await expect(taken.promise).resolves.toBeUndefined();
    advance(5_000); // the end: what hangs is given up
    const stopped = worker.stop();
    advance(5_000);
    await stopped;
  });

  it('looks every minute for files that were put there by hand', async () => {
    const { clock, waits, advance } = watchedClock();
    const { spool, dir } = await scratchSpool();
    const { url, taken } = await countingServer();
    const idle = waits(ROUND_MS);
    start({ dir, url, clock });
    await idle;
    await spool.send(recipient(), confirm);
    const tick = waits(TICK);
    advance(ROUND_MS);
    await tick;
    advance(TICK);
    await expect(taken).resolves.toBeUndefined();
  });

  it('stops at once when it is idle', async () => {
    const { clock, waits } = watchedClock();
    const { dir } = await scratchSpool();
    const { url } = await countingServer();
    const idle = waits(ROUND_MS);
    const worker = start({ dir, url, clock });
    await idle;
    await expect(worker.stop()).resolves.toBeUndefined();
  });

  it('reports a folder that it cannot use, and goes on', async () => {
    const { spool, dir } = await scratchSpool();
    await writeFile(join(dir, 'sending'), 'in the way');
    const { url, taken } = await countingServer();
    const reported = Promise.withResolvers<unknown[]>();
    const { clock, waits, advance } = watchedClock();
    const worker = start({ dir, url, clock, onProblem: (...problem) => reported.resolve(problem) });
    expect(await reported.promise).toEqual([expect.objectContaining({ code: 'EEXIST' }), 'mail spool']);
    await rm(join(dir, 'sending'));
    await spool.send(recipient(), confirm);
    const tick = waits(TICK);
    worker.wake();
    await tick;
    advance(TICK);
    await taken;
  });

  it('finishes the mail that is being sent, starts no other, and stops', async () => {
    const accepting = acceptingAnswer();
    const reached = Promise.withResolvers<() => void>();
    const server = await scriptedServer((line, socket) => {
      if (line !== '.') return accepting(line, socket);
      reached.resolve(() => socket.write(`${accepting(line, socket)}\r\n`));
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
    const accepting = acceptingAnswer();
    const server = await scriptedServer((line, socket) => {
      if (line !== '.') return accepting(line, socket);
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

  it('can be stopped twice, and before it has started', async () => {
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
