import { FakeClock } from '@algotheque/domain/memory';
import { describe, expect, it } from 'vitest';
import { startSmtpWorker } from '../src/index.ts';
import { NOW, recipient } from './scratch.ts';
import { scratchQueue } from './scratchQueue.ts';
import { acceptingAnswer, scriptedServer } from './smtpServers.ts';
import { countingServer, optionsOf, ROUND_MS, start, watchedClock } from './startedWorker.ts';

const NOTICE = { kind: 'password_changed' } as const;

describe('startSmtpWorker', () => {
  it('stops at once when it is idle', async () => {
    const { clock, waits } = watchedClock();
    const scratch = scratchQueue();
    const { url } = await countingServer();
    const idle = waits(ROUND_MS);
    const worker = start({ ...optionsOf(scratch), url, clock });
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
    const scratch = scratchQueue();
    await scratch.mailer.send(recipient(), NOTICE);
    const worker = start({ ...optionsOf(scratch), url: `smtp://127.0.0.1:${server.port}`, clock: new FakeClock(NOW) });
    const goOn = await reached.promise;
    await scratch.mailer.send(recipient(), NOTICE);
    const stopped = worker.stop();
    worker.wake();
    goOn();
    await stopped;
    expect(await scratch.entries()).toMatchObject([{ entry: { isTaken: false, tries: 0 } }]);
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
    const scratch = scratchQueue();
    await scratch.mailer.send(recipient(), NOTICE);
    const clock = new FakeClock(NOW);
    const worker = start({
      ...optionsOf(scratch),
      url: `smtp://127.0.0.1:${server.port}`,
      clock,
      onProblem: () => {},
      onNotice: () => {},
    });
    await reached.promise;
    const stopped = worker.stop();
    clock.advance(5_000);
    await stopped;
    expect(await scratch.entries()).toMatchObject([{ entry: { isTaken: false, tries: 1 } }]);
  });

  it('can be stopped twice, and before it has started', async () => {
    const scratch = scratchQueue();
    const { url } = await countingServer();
    const worker = startSmtpWorker({ ...optionsOf(scratch), url });
    await Promise.all([worker.stop(), worker.stop()]);
    await expect(worker.stop()).resolves.toBeUndefined();
  });
});
