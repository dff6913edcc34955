import { describe, expect, it } from 'vitest';
import { queuedMailer, type SmtpWorker, startSmtpWorker } from '../src/index.ts';
import { FORM, recipient } from './scratch.ts';
import { scratchQueue } from './scratchQueue.ts';
import { acceptingAnswer, scriptedServer, smtpServer } from './smtpServers.ts';
import { countingServer, optionsOf, ROUND_MS, start, TICK, watchedClock } from './startedWorker.ts';

const NOTICE = { kind: 'password_changed' } as const;

/** A queue whose mailer wakes the worker that is started later. */
function wakingQueue() {
  const scratch = scratchQueue();
  let worker: SmtpWorker | null = null;
  const mailer = queuedMailer({ ...scratch, from: FORM.from, onQueued: () => worker?.wake() });
  return {
    ...scratch,
    mailer,
    startWith: (options: Parameters<typeof start>[0]) => {
      worker = start(options);
      return worker;
    },
  };
}

describe('startSmtpWorker', () => {
  it('sends what waits at its start', async () => {
    const scratch = scratchQueue();
    await scratch.mailer.send(recipient(), NOTICE);
    const { url, taken } = await countingServer();
    const worker = start({ ...optionsOf(scratch), url });
    await taken;
    await worker.stop();
    expect(await scratch.entries()).toEqual([]);
  });

  it.each(['mail', 'decoy'])('that is woken by a %s looks at its next clock tick, not before', async (what) => {
    const { clock, waits, advance } = watchedClock();
    const server = await smtpServer();
    const scratch = wakingQueue();
    const idle = waits(ROUND_MS);
    scratch.startWith({ ...optionsOf(scratch), url: `smtp://127.0.0.1:${server.port}`, clock });
    await idle;
    advance(300); // its clock began 300 ms ago, so the next tick comes in 700 ms, independently of requests
    const tick = waits(TICK - 300);
    await (what === 'mail' ? scratch.mailer.send(recipient(), NOTICE) : scratch.mailer.sendDecoy('confirm'));
    await tick;
    expect([(await scratch.entries()).length, server.connections()]).toEqual([1, 0]);
    const idleAgain = waits(ROUND_MS);
    advance(TICK - 300);
    await idleAgain;
    await expect.poll(() => scratch.entries()).toEqual([]);
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
    const scratch = wakingQueue();
    await scratch.mailer.send(recipient({ adresseMail: 'bad@example.org' }), NOTICE);
    const options = { ...optionsOf(scratch), clock, onProblem: () => {}, onNotice: () => {} };
    const worker = scratch.startWith({ ...options, url: `smtp://127.0.0.1:${server.port}` });
    await reached.promise;
    const tick = waits(TICK);
    await scratch.mailer.send(recipient(), NOTICE);
    await tick;
    advance(TICK);
    await expect(taken.promise).resolves.toBeUndefined();
    const stopped = worker.stop(); // the hanging mail is abandoned after five seconds
    advance(5_000);
    await stopped;
  });

  it('looks every minute for mails of other servers', async () => {
    const { clock, waits, advance } = watchedClock();
    const scratch = scratchQueue();
    const { url, taken } = await countingServer();
    const idle = waits(ROUND_MS);
    start({ ...optionsOf(scratch), url, clock });
    await idle;
    await scratch.mailer.send(recipient(), NOTICE);
    const tick = waits(TICK);
    advance(ROUND_MS);
    await tick;
    advance(TICK);
    await expect(taken).resolves.toBeUndefined();
  });

  it('reports a store that it cannot use, and goes on', async () => {
    const scratch = scratchQueue();
    const { listDue } = scratch.mails;
    Object.assign(scratch.mails, { listDue: () => Promise.reject(new Error('no store')) });
    const { url, taken } = await countingServer();
    const reported = Promise.withResolvers<unknown[]>();
    const { clock, waits, advance } = watchedClock();
    const onProblem = (...problem: unknown[]) => reported.resolve(problem);
    const worker = start({ ...optionsOf(scratch), url, clock, onProblem });
    expect(await reported.promise).toEqual([new Error('no store'), 'mails that wait']);
    Object.assign(scratch.mails, { listDue });
    await scratch.mailer.send(recipient(), NOTICE);
    const tick = waits(TICK);
    worker.wake();
    await tick;
    advance(TICK);
    await expect(taken).resolves.toBeUndefined();
  });

  it('refuses a malformed URL at once, without its password', () => {
    expect(() => startSmtpWorker({ ...optionsOf(scratchQueue()), url: 'smtp://user:hunter2@' })).toThrow(
      /^The SMTP URL is malformed(?!.*hunter2)/,
    );
  });
});
