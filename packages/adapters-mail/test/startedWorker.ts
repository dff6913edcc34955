import { FakeClock } from '@algotheque/domain/memory';
import { onTestFinished } from 'vitest';
import { type SmtpWorker, type SmtpWorkerOptions, startSmtpWorker } from '../src/index.ts';
import { FORM, NOW } from './scratch.ts';
import type { ScratchQueue } from './scratchQueue.ts';
import { smtpServer } from './smtpServers.ts';

/** Starts a worker that is stopped at the end of the test. */
export function start(options: SmtpWorkerOptions): SmtpWorker {
  const worker = startSmtpWorker(options);
  onTestFinished(() => worker.stop());
  return worker;
}

/** What a worker of the queue needs beside the URL. */
export const optionsOf = ({ mails, mailTokens }: Pick<ScratchQueue, 'mails' | 'mailTokens'>) => ({
  mails,
  mailTokens,
  ...FORM,
});

/** A server, and a promise that resolves when it has accepted a mail. */
export async function countingServer() {
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

/** A clock that stands still. `waits(ms)` resolves when the worker begins its next wait of that length. */
export function watchedClock() {
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

/** How often an idle worker reads the queue, in milliseconds. */
export const ROUND_MS = 60_000;
/** The time between two ticks of the worker's clock, in milliseconds. */
export const TICK = 1_000;
