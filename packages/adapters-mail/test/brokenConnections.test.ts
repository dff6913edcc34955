import { describe, expect, it } from 'vitest';
import { scratchQueue } from './scratchQueue.ts';
import { acceptingAnswer, scriptedServer } from './smtpServers.ts';

const EMPTY = { waiting: [], sending: [], failed: [] };
const TRIED = expect.stringMatching(/ try1$/);
const SLOW = expect.stringMatching(/ try1 slow$/);

describe('a connection that breaks during a mail', () => {
  it.each<[string, string]>([
    ['is closed', 'MAIL FROM:<algotheque@example.org>'],
    ['is closed', 'DATA'],
    ['is closed', '.'],
  ])('because it %s at "%s" leaves the mail for a later try', async (_, where) => {
    const accepting = acceptingAnswer();
    let isBad = true;
    const server = await scriptedServer((line, socket) => {
      if (!isBad || line !== where) return accepting(line, socket);
      socket.destroy();
      return null;
    });
    const { open, queueFor, places, clock, notices } = scratchQueue();
    await queueFor('ada@example.org');
    const drain = open(`smtp://127.0.0.1:${server.port}`);
    await drain.runOnce();
    expect(await places()).toEqual({ waiting: [TRIED], sending: [], failed: [] });
    expect(notices).toEqual([expect.stringMatching(/^Mail \S+: dropped \((ECONNECTION|ESOCKET)/)]);
    isBad = false;
    clock.advance(60_000);
    await drain.runOnce();
    expect(await places()).toEqual(EMPTY);
  });

  it.each(['MAIL', 'RCPT', 'DATA'])('counts as broken when the reply to %s has no code', async (command) => {
    const accepting = acceptingAnswer();
    const server = await scriptedServer((line, socket) =>
      line.startsWith(command) ? 'what?' : accepting(line, socket),
    );
    const { open, queueFor, places } = scratchQueue();
    await queueFor('ada@example.org');
    await open(`smtp://127.0.0.1:${server.port}`).runOnce();
    expect(await places()).toEqual({ waiting: [TRIED], sending: [], failed: [] });
  });

  it('counts as broken when the server sends slowly for longer than one mail may take', async () => {
    const accepting = acceptingAnswer();
    const reached = Promise.withResolvers<void>();
    const server = await scriptedServer((line, socket) => {
      if (line !== '.') return accepting(line, socket);
      reached.resolve();
      return '250-still at it';
    });
    const { open, queueFor, places, clock } = scratchQueue();
    await queueFor('ada@example.org');
    const round = open(`smtp://127.0.0.1:${server.port}`).runOnce();
    await reached.promise;
    clock.advance(300_000);
    await round;
    expect(await places()).toEqual({ waiting: [SLOW], sending: [], failed: [] });
  });

  it('does not block the other mails', async () => {
    const accepting = acceptingAnswer();
    const others = Promise.withResolvers<void>();
    let taken = 0;
    const server = await scriptedServer((line, socket) => {
      if (line === 'RCPT TO:<slow@example.org>') return null;
      const answer = accepting(line, socket);
      if (answer === '250 taken') taken += 1;
      if (taken === 20) others.resolve();
      return answer;
    });
    const { open, queueFor, places, clock } = scratchQueue();
    await queueFor('slow@example.org', ...Array.from({ length: 20 }, (_, number) => `user${number}@example.org`));
    const round = open(`smtp://127.0.0.1:${server.port}`).runOnce();
    await others.promise;
    await expect.poll(async () => (await places()).sending).toHaveLength(1);
    clock.advance(300_000);
    await round;
    expect(await places()).toEqual({ waiting: [SLOW], sending: [], failed: [] });
  });

  it('repeatedly causes a pause, and later rounds reach the mails behind', async () => {
    const accepting = acceptingAnswer();
    const server = await scriptedServer((line, socket) => {
      if (line.startsWith('RCPT TO:<bad')) socket.destroy();
      return accepting(line, socket);
    });
    const { open, queueFor, places, clock } = scratchQueue();
    await queueFor(...Array.from({ length: 6 }, (_, number) => `bad${number}@example.org`), 'good@example.org');
    const drain = open(`smtp://127.0.0.1:${server.port}`);
    expect(await drain.runOnce()).toBe(3_750);
    const [left, tried] = [(await places()).waiting, server.connections()];
    expect(tried).toBeLessThan(8); // those that were under way at the pause
    expect(left.filter((name) => name.endsWith(' try1')).length).toBeGreaterThanOrEqual(4);
    clock.advance(3_750);
    await drain.runOnce();
    expect(await places()).toEqual({ waiting: Array.from({ length: 6 }, () => TRIED), sending: [], failed: [] });
  });

  it('after the server accepted the mail has no effect', async () => {
    const accepting = acceptingAnswer();
    const server = await scriptedServer((line, socket) => {
      const answer = accepting(line, socket);
      if (answer === '250 taken') socket.end('250 taken\r\n');
      return socket.writable ? answer : null;
    });
    const { open, queueFor, places } = scratchQueue();
    await queueFor('ada@example.org');
    await open(`smtp://127.0.0.1:${server.port}`).runOnce();
    expect(await places()).toEqual(EMPTY);
  });

  it('after the server refused a mail makes the next mail use another connection', async () => {
    const accepting = acceptingAnswer();
    const server = await scriptedServer((line, socket) => {
      if (line.startsWith('RCPT TO:<bad')) return '550 no';
      if (line === 'RSET') socket.destroy();
      return accepting(line, socket);
    });
    const { open, queueFor, places } = scratchQueue();
    await queueFor(...['bad1', 'bad2', 'bad3', 'bad4', 'ada', 'bob'].map((name) => `${name}@example.org`));
    await open(`smtp://127.0.0.1:${server.port}`).runOnce();
    expect(await places()).toMatchObject({ waiting: [], sending: [] });
    expect((await places()).failed).toHaveLength(4);
  });
});

it('a reply of a server that echoes its input is kept without the credentials, and shortened', async () => {
  const accepting = acceptingAnswer();
  let login = '';
  const server = await scriptedServer((line, socket) => {
    if (line.startsWith('EHLO')) return '250-polite\r\n250 AUTH PLAIN';
    if (line.startsWith('AUTH')) login = line;
    if (line.startsWith('AUTH')) return '235 in';
    if (line.startsWith('RCPT')) return `550 you said ${login}, user, hunter-2 \u001b[2J ${'x'.repeat(5_000)}`;
    return accepting(line, socket);
  });
  const { open, queueFor, reason, problems } = scratchQueue();
  await queueFor('ada@example.org');
  await open(`smtp://user:hunter-2@127.0.0.1:${server.port}`).runOnce();
  expect(await reason()).toContain('550 you said AUTH PLAIN ***, ***, *** ?[2J xxx');
  expect((await reason()).length).toBeLessThan(2_100);
  expect(problems.join()).not.toContain('you said');
});
