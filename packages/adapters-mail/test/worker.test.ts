import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type SmtpWorker, startSmtpWorker } from '../src/index.ts';
import { mailsIn, recipient, scratchSpool } from './scratch.ts';
import { acceptingAnswer, scriptedServer, smtpServer } from './smtpServers.ts';
import { countingServer, ROUND_MS, start, TICK, watchedClock } from './startedWorker.ts';

const confirm = { kind: 'confirm', token: 'secret-token' } as const;

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
    worker = start({ dir, url: `smtp://127.0.0.1:${server.port}`, clock });
    await idle;
    advance(300); // its clock began 300 ms ago, so the next tick comes in 700 ms, independently of requests
    const tick = waits(TICK - 300);
    await (what === 'mail' ? spool.send(recipient(), confirm) : spool.sendDecoy('confirm'));
    await tick;
    const counts = [(await mailsIn(dir)).length, (await mailsIn(join(dir, 'sending'))).length, server.connections()];
    expect(counts).toEqual([what === 'mail' ? 1 : 0, 0, 0]);
    const idleAgain = waits(ROUND_MS);
    advance(TICK - 300);
    await idleAgain;
    await vi.waitUntil(() => server.received.length === (what === 'mail' ? 1 : 0));
    expect(server.connections()).toBe(what === 'mail' ? 1 : 0);
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
    advance(5_000); // the bound of the stop: the hanging mail is abandoned
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

  it('refuses a malformed URL at once, without its password', () => {
    expect(() => startSmtpWorker({ dir: '/nowhere', url: 'smtp://user:hunter2@' })).toThrow(
      /^The SMTP URL is malformed(?!.*hunter2)/,
    );
  });
});
