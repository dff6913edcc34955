import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { scratchQueue } from './scratchQueue.ts';
import { type Answer, acceptingAnswer, scriptedServer } from './smtpServers.ts';

const TIMES = { timeouts: { silenceMs: 150 } };
const EMPTY = { waiting: [], sending: [], failed: [] };
const SLOW = expect.stringMatching(/ try1 slow$/);

/** A server that stops answering for some recipients, at RCPT or after the data, and reports each mail that it accepts. */
async function partlySilentServer(isSilentFor: (address: string) => boolean, where: 'RCPT' | '.') {
  const accepting = acceptingAnswer();
  const recipients = new Map<Socket, string>();
  const taken: string[] = [];
  let silences = 0;
  const waiting: { readonly isDone: () => boolean; readonly resolve: () => void }[] = [];
  const answer: Answer = (line, socket) => {
    const reply = accepting(line, socket);
    const to = /^RCPT TO:<([^>]+)>/.exec(line)?.[1];
    if (to !== undefined) recipients.set(socket, to);
    const recipient = recipients.get(socket) ?? '';
    const isSilent = isSilentFor(recipient) && (where === '.' ? reply === '250 taken' : to !== undefined);
    if (isSilent) silences += 1;
    else if (reply === '250 taken') taken.push(recipient);
    for (const { isDone, resolve } of waiting) if (isDone()) resolve();
    return isSilent ? null : reply;
  };
  const until = (isDone: () => boolean): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (isDone()) resolve();
    else waiting.push({ isDone, resolve });
    return promise;
  };
  const server = await scriptedServer(answer);
  return {
    url: `smtp://127.0.0.1:${server.port}`,
    taken,
    silences: () => silences,
    untilTaken: (count: number) => until(() => taken.length >= count),
    untilSilent: (count: number) => until(() => silences >= count),
  };
}

describe.each(['RCPT', '.'] as const)('a server that falls silent at "%s"', (where) => {
  it('is given up after a bounded time, and the mail is tried again as a slow one', async () => {
    let isBad = true;
    const server = await partlySilentServer(() => isBad, where);
    const { open, queueFor, places, clock, notices } = scratchQueue();
    await queueFor('ada@example.org');
    const drain = open(server.url, TIMES);
    const round = drain.runOnce();
    await server.untilSilent(1);
    expect((await places()).sending).toHaveLength(1);
    expect(await round).toBe(45_000); // the delay of the mail; there is no pause
    expect(await places()).toEqual({ waiting: [SLOW], sending: [], failed: [] });
    expect(notices).toEqual([expect.stringMatching(/^Mail \S+: silent \(ETIMEDOUT CONN\), to be tried again$/)]);
    isBad = false;
    clock.advance(45_000);
    await drain.runOnce();
    expect(await places()).toEqual(EMPTY);
  });

  it('during one mail does not delay the mails behind it', async () => {
    const server = await partlySilentServer((address) => address.startsWith('bad'), where);
    const { open, queueFor, places } = scratchQueue();
    await queueFor('bad@example.org');
    const drain = open(server.url, { timeouts: { silenceMs: 2_000 } });
    const round = drain.runOnce();
    await server.untilSilent(1);
    for (let count = 1; count <= 5; count += 1) {
      await queueFor(`user${count}@example.org`);
      await drain.look();
      await server.untilTaken(count);
    }
    expect((await places()).sending.length).toBeGreaterThan(0); // it still hangs after all five
    await round;
    expect(await places()).toEqual({ waiting: [SLOW], sending: [], failed: [] });
  });

  it('during several mails limits them to one connection, where they get the time that the standard gives', async () => {
    const bad = Array.from({ length: 4 }, (_, number) => `bad${number}@example.org`);
    const server = await partlySilentServer((address) => address.startsWith('bad'), where);
    const { open, queueFor, clock, places } = scratchQueue();
    await queueFor(...bad);
    const drain = open(server.url, TIMES);
    await drain.runOnce();
    clock.advance(45_000);
    const second = drain.runOnce();
    await server.untilSilent(5);
    await queueFor('user1@example.org', 'bad5@example.org', 'user2@example.org');
    await drain.look();
    await server.untilTaken(2);
    await server.untilSilent(6);
    await expect.poll(async () => (await places()).sending).toHaveLength(1); // the sixth was given up after the first bound
    expect(server.silences()).toBe(6); // four at first, the sixth, and only one slow one
    drain.stop();
    drain.abort();
    await second;
  });
});
