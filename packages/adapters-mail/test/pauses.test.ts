import { describe, expect, it } from 'vitest';
import { unusedPort } from '../../../test/support/unusedPort.ts';
import { scratchQueue } from './scratchQueue.ts';
import { acceptingAnswer, recordingServer, scriptedServer, smtpServer } from './smtpServers.ts';

const DAY = 86_400_000;

describe('a server that cannot be reached', () => {
  it('is tried again after pauses that grow to five minutes, and not between them', async () => {
    const server = await scriptedServer(() => '554 no service here');
    const { open, queueFor, clock } = scratchQueue();
    await queueFor('ada@example.org');
    const drain = open(`smtp://127.0.0.1:${server.port}`);
    const waits: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      const wait = await drain.runOnce();
      clock.advance(wait - 1);
      expect(await drain.runOnce()).toBe(1);
      expect(server.connections()).toBe(round + 1);
      clock.advance(1);
      waits.push(wait);
    }
    expect(waits).toEqual([3_750, 7_500, 15_000, 30_000, 60_000, 120_000, 225_000, 225_000, 225_000]);
  });

  it('is tried at once after the clock was set back by a day', async () => {
    const port = await unusedPort();
    const { open, queueFor, clock } = scratchQueue();
    await queueFor('ada@example.org');
    const drain = open(`smtp://127.0.0.1:${port}`);
    await drain.runOnce();
    const server = await smtpServer({}, port);
    clock.advance(-DAY);
    await drain.runOnce();
    expect(server.received).toHaveLength(1);
  });

  it('is tried again soon after it has answered for one mail', async () => {
    const accepting = acceptingAnswer();
    let isUp = false;
    const server = await scriptedServer((line, socket) => {
      if (line === '' && !isUp) return '554 no service here';
      if (line === 'RSET') socket.destroy();
      if (!line.startsWith('RCPT')) return accepting(line, socket);
      isUp = false;
      return '451 later';
    });
    const { open, queueFor, clock } = scratchQueue();
    await queueFor(...Array.from({ length: 9 }, (_, number) => `user${number}@example.org`));
    const drain = open(`smtp://127.0.0.1:${server.port}`);
    for (const wait of [3_750, 7_500, 15_000]) {
      expect(await drain.runOnce()).toBe(wait);
      clock.advance(wait);
    }
    isUp = true;
    expect(await drain.runOnce()).toBe(3_750);
  });

  it('is tried again soon after a round that tried all mails, although each connection broke', async () => {
    const accepting = acceptingAnswer();
    let isUp = false;
    const server = await scriptedServer((line, socket) => {
      if (line === '' && !isUp) return '554 no service here';
      if (line.startsWith('RCPT')) socket.destroy();
      return accepting(line, socket);
    });
    const { open, queueFor, clock } = scratchQueue();
    await queueFor('ada@example.org');
    const drain = open(`smtp://127.0.0.1:${server.port}`);
    for (const wait of [3_750, 7_500, 45_000, 3_750]) {
      isUp = wait === 45_000; // the delay of the mail; there is no pause
      expect(await drain.runOnce()).toBe(wait);
      clock.advance(wait);
    }
  });
});

describe('a server that accepts few connections', () => {
  it('gets no more of them while it has mails, and all mails', async () => {
    const accepting = acceptingAnswer();
    let open = 0;
    const greeted = new Set<unknown>();
    const server = await scriptedServer((line, socket) => {
      if (greeted.has(socket)) return accepting(line, socket);
      greeted.add(socket);
      if (open === 2) {
        socket.end('421 4.7.0 Too many connections\r\n');
        return null;
      }
      open += 1;
      socket.once('close', () => {
        open -= 1;
      });
      return accepting(line, socket);
    });
    const { open: openDrain, queueFor, places, notices } = scratchQueue();
    await queueFor(...Array.from({ length: 40 }, (_, number) => `user${number}@example.org`));
    await openDrain(`smtp://127.0.0.1:${server.port}`).runOnce();
    expect(notices).toEqual([]);
    expect(await places()).toEqual({ waiting: [], sending: [], failed: [] });
    expect(server.connections()).toBeLessThanOrEqual(6);
  });

  it('gets as many as the settings say', async () => {
    const server = await smtpServer();
    const { open, queueFor } = scratchQueue();
    await queueFor(...Array.from({ length: 20 }, (_, number) => `user${number}@example.org`));
    await open(`smtp://127.0.0.1:${server.port}`, { connections: 1 }).runOnce();
    expect([server.connections(), server.received.length]).toEqual([1, 20]);
  });

  it('and refuses the session for now is told as that', async () => {
    const accepting = acceptingAnswer();
    const server = await scriptedServer((line, socket) =>
      line.startsWith('EHLO') ? '421 4.7.0 Try again later' : accepting(line, socket),
    );
    const { open, queueFor, notices } = scratchQueue();
    await queueFor('ada@example.org');
    await open(`smtp://127.0.0.1:${server.port}`).runOnce();
    expect(notices).toEqual([
      expect.stringMatching(/^The mail server refused the session for now: .* 421.*Try again later/),
    ]);
  });

  it('gets the name of this client', async () => {
    const server = await recordingServer();
    const { open, queueFor } = scratchQueue();
    await queueFor('ada@example.org');
    await open(`smtp://127.0.0.1:${server.port}`, { clientName: 'mail.example.org' }).runOnce();
    expect(server.lines).toContain('EHLO mail.example.org');
  });
});
