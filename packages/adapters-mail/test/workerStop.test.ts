import { join } from 'node:path';
import { FakeClock } from '@algotheque/domain/memory';
import { describe, expect, it } from 'vitest';
import { startSmtpWorker } from '../src/index.ts';
import { mailsIn, NOW, recipient, scratchSpool } from './scratch.ts';
import { acceptingAnswer, scriptedServer } from './smtpServers.ts';
import { countingServer, ROUND_MS, start, watchedClock } from './startedWorker.ts';

const confirm = { kind: 'confirm', token: 'secret-token' } as const;

describe('startSmtpWorker', () => {
  it('stops at once when it is idle', async () => {
    const { clock, waits } = watchedClock();
    const { dir } = await scratchSpool();
    const { url } = await countingServer();
    const idle = waits(ROUND_MS);
    const worker = start({ dir, url, clock });
    await idle;
    await expect(worker.stop()).resolves.toBeUndefined();
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
});
