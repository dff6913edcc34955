import { describe, expect, it } from 'vitest';
import { NOW } from './scratch.ts';
import { scratchQueue } from './scratchQueue.ts';
import { acceptingAnswer, scriptedServer, smtpError, smtpServer } from './smtpServers.ts';

const DAY = 86_400_000;
const EMPTY = { waiting: [], sending: [], failed: [] };

describe('a mail that the server defers', () => {
  it('is sent at its next try, with the same Message-ID', async () => {
    const refusals = [smtpError(451, 'greylisted'), null];
    const server = await smtpServer({ onRcptTo: (_, __, done) => done(refusals.shift()) });
    const { open, queueFor, places, clock, problems, notices, entries } = scratchQueue();
    await queueFor('ada@example.org');
    const [{ name } = { name: '' }] = await entries();
    const drain = open(`smtp://127.0.0.1:${server.port}`);
    await drain.runOnce();
    expect(await entries()).toMatchObject([{ name, dueAt: NOW + 45_001, entry: { tries: 1, isTaken: false } }]);
    clock.advance(44_999);
    await drain.runOnce();
    expect(server.received).toEqual([]);
    clock.advance(1);
    await drain.runOnce();
    expect(server.received[0]?.raw).toContain(`\r\nMessage-ID: <${name}@example.org>\r\n`);
    expect(await places()).toEqual(EMPTY);
    expect(notices).toEqual([
      expect.stringMatching(/^Mail 2026\S+: deferred \(EENVELOPE RCPT TO 451\), to be tried again$/),
    ]);
    expect(problems).toEqual([]); // an operator has nothing to mend
  });

  it('keeps its tries and its next time over a restart', async () => {
    const server = await smtpServer({
      onData: (stream, _, done) => stream.resume().on('end', () => done(smtpError(452, 'full'))),
    });
    const { open, queueFor, places, clock } = scratchQueue();
    await queueFor('ada@example.org');
    for (const wait of [45_000, 90_000, 180_000]) {
      expect(await open(`smtp://127.0.0.1:${server.port}`).runOnce()).toBe(Math.min(wait, 60_000));
      clock.advance(wait - 1);
      expect(await open(`smtp://127.0.0.1:${server.port}`).runOnce()).toBe(1);
      clock.advance(1);
    }
    expect((await places()).waiting).toEqual([expect.stringMatching(/ try3$/)]);
    expect(server.connections()).toBe(3);
  });

  it('is given up after three days of growing delays, and the reason is kept', async () => {
    const tries: number[] = [];
    const { open, queueFor, places, clock, reason, problems } = scratchQueue();
    const accepting = acceptingAnswer();
    const server = await scriptedServer((line, socket) => {
      if (!line.startsWith('MAIL')) return accepting(line, socket);
      tries.push(clock.now());
      return '450 too busy';
    });
    await queueFor('ada@example.org');
    const drain = open(`smtp://127.0.0.1:${server.port}`);
    const toldAt = clock.now() - 1;
    while ((await places()).failed.length === 0) {
      expect(clock.now() - toldAt).toBeLessThanOrEqual(3 * DAY);
      const wait = await drain.runOnce();
      clock.advance(Math.max(wait, 1));
    }
    const delays = tries.slice(1).map((time, index) => time - (tries[index] ?? 0));
    expect(delays.slice(0, 8)).toEqual([45_000, 90_000, 180_000, 360_000, 720_000, 1_440_000, 2_700_000, 2_700_000]);
    expect(tries.at(-1)).toBe(toldAt + 3 * DAY);
    expect(await reason()).toContain('450 too busy');
    expect(problems.at(-1)).toMatch(/deferred \(\S+.* 450\), given up$/);
  });
});

describe('a mail that the server refuses', () => {
  it('is given up with the reason, and the other mails are sent', async () => {
    const server = await smtpServer({
      onRcptTo: ({ address }, _, done) =>
        done(address.startsWith('nobody') ? smtpError(550, `No such user ${address}`) : null),
    });
    const { open, queueFor, places, reason, problems } = scratchQueue();
    await queueFor('nobody@example.org', 'ada@example.org', 'bob@example.org');
    await open(`smtp://127.0.0.1:${server.port}`).runOnce();
    expect(server.received.map(({ to }) => to[0]).sort()).toEqual(['ada@example.org', 'bob@example.org']);
    expect(await places()).toEqual({ waiting: [], sending: [], failed: [expect.stringMatching(/ try1$/)] });
    expect(await reason()).toContain('550 No such user nobody@example.org');
    expect(problems).toEqual([expect.stringMatching(/: refused \(EENVELOPE RCPT TO 550\), given up$/)]);
  });

  it('is given up also when it is refused after its data', async () => {
    const server = await smtpServer({
      onData: (stream, _, done) => stream.resume().on('end', () => done(smtpError(554, 'spam'))),
    });
    const { open, queueFor, reason } = scratchQueue();
    await queueFor('ada@example.org');
    await open(`smtp://127.0.0.1:${server.port}`).runOnce();
    expect(await reason()).toContain('554 spam');
  });

  it('does not cost a connection each time', async () => {
    const server = await smtpServer({ onRcptTo: (_, __, done) => done(smtpError(550, 'no')) });
    const { open, queueFor, places } = scratchQueue();
    await queueFor(...Array.from({ length: 12 }, (_, number) => `user${number}@example.org`));
    await open(`smtp://127.0.0.1:${server.port}`).runOnce();
    expect((await places()).failed).toHaveLength(12);
    expect(server.connections()).toBeLessThanOrEqual(4);
  });

  it('is kept when only the session was refused', async () => {
    const server = await smtpServer({ authOptional: false, onAuth: (_, __, done) => done(null, { user: 1 }) });
    const { open, queueFor, places } = scratchQueue();
    await queueFor('ada@example.org');
    await open(`smtp://127.0.0.1:${server.port}`).runOnce();
    expect(await places()).toMatchObject({ waiting: [expect.stringMatching(/ try1$/)], failed: [] });
  });
});
