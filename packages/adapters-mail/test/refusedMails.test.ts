import { readFile, rename } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readStoredMail } from '../src/storedMail.ts';
import { scratchDrain } from './scratchDrain.ts';
import { acceptingAnswer, scriptedServer, smtpError, smtpServer } from './smtpServers.ts';

const DAY = 86_400_000;
const EMPTY = { waiting: [], sending: [], failed: [] };

describe('a mail that the server defers', () => {
  it('is sent unchanged at its next try', async () => {
    const refusals = [smtpError(451, 'greylisted'), null];
    const server = await smtpServer({ onRcptTo: (_, __, done) => done(refusals.shift()) });
    const { open, spoolFor, places, clock, problems, notices, spooled } = await scratchDrain();
    await spoolFor('ada@example.org');
    const { message } = readStoredMail(await readFile(spooled[0]?.file ?? ''));
    const drain = open(`smtp://127.0.0.1:${server.port}`);
    await drain.runOnce();
    expect((await places()).waiting).toEqual([
      expect.stringMatching(/^20261121T122845123Z-[0-9a-f]{16}\.try1-20261121T122930124Z\.eml$/),
    ]);
    clock.advance(44_999);
    await drain.runOnce();
    expect(server.connections()).toBe(1);
    clock.advance(1);
    await drain.runOnce();
    expect(server.received.map(({ raw }) => raw)).toEqual([message.toString()]);
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
    const { open, spoolFor, places, clock } = await scratchDrain();
    await spoolFor('ada@example.org');
    for (const wait of [45_000, 90_000, 180_000]) {
      expect(await open(`smtp://127.0.0.1:${server.port}`).runOnce()).toBe(Math.min(wait, 60_000));
      clock.advance(wait - 1);
      expect(await open(`smtp://127.0.0.1:${server.port}`).runOnce()).toBe(1);
      clock.advance(1);
    }
    expect((await places()).waiting).toEqual([expect.stringContaining('.try3-')]);
    expect(server.connections()).toBe(3);
  });

  it('is given up after three days of growing delays, and the reason is kept', async () => {
    const tries: number[] = [];
    const { open, spoolFor, places, clock, reason, problems, dir } = await scratchDrain();
    const accepting = acceptingAnswer();
    const server = await scriptedServer((line, socket) => {
      if (!line.startsWith('MAIL')) return accepting(line, socket);
      tries.push(clock.now());
      return '450 too busy';
    });
    await spoolFor('ada@example.org');
    const drain = open(`smtp://127.0.0.1:${server.port}`);
    const spooledAt = clock.now() - 1;
    while ((await places()).failed.length === 0) {
      expect(clock.now() - spooledAt).toBeLessThanOrEqual(3 * DAY);
      const wait = await drain.runOnce();
      clock.advance(Math.max(wait, 1));
    }
    const delays = tries.slice(1).map((time, index) => time - (tries[index] ?? 0));
    expect(delays.slice(0, 8)).toEqual([45_000, 90_000, 180_000, 360_000, 720_000, 1_440_000, 2_700_000, 2_700_000]);
    expect(tries.at(-1)).toBe(spooledAt + 3 * DAY);
    const [mail = '', reasonFile] = (await places()).failed;
    expect(reasonFile).toBe(mail.replace('.eml', '.reason'));
    expect(mail).toMatch(/^20261121T122845123Z-[0-9a-f]{16}\.eml$/);
    expect(await readFile(`${dir}/failed/${mail}`, 'utf8')).toContain('Subject: Confirm your e-mail address');
    expect(await reason()).toMatch(/^2026-11-24T12:28:45\.123Z deferred at try \d+\n.*450 too busy\n$/s);
    expect(problems.at(-1)).toMatch(/deferred \(\S+.* 450\), put aside$/);
  });
});

describe('a mail that the server refuses', () => {
  it('is moved to failed/ with the reason, and the other mails are sent', async () => {
    const server = await smtpServer({
      onRcptTo: ({ address }, _, done) =>
        done(address.startsWith('nobody') ? smtpError(550, `No such user ${address}`) : null),
    });
    const { open, spoolFor, places, reason, problems } = await scratchDrain();
    await spoolFor('nobody@example.org', 'ada@example.org', 'bob@example.org');
    await open(`smtp://127.0.0.1:${server.port}`).runOnce();
    expect(server.received.map(({ to }) => to[0]).sort()).toEqual(['ada@example.org', 'bob@example.org']);
    expect(await places()).toMatchObject({
      waiting: [],
      sending: [],
      failed: [/eml$/, /reason$/].map((end) => expect.stringMatching(end)),
    });
    expect(await reason()).toContain('refused at try 1');
    expect(await reason()).toContain('550 No such user nobody@example.org');
    expect(problems).toEqual([expect.stringMatching(/: refused \(EENVELOPE RCPT TO 550\), put aside$/)]);
  });

  it('is moved to failed/ also when it is refused after its data', async () => {
    const server = await smtpServer({
      onData: (stream, _, done) => stream.resume().on('end', () => done(smtpError(554, 'spam'))),
    });
    const { open, spoolFor, reason } = await scratchDrain();
    await spoolFor('ada@example.org');
    await open(`smtp://127.0.0.1:${server.port}`).runOnce();
    expect(await reason()).toContain('554 spam');
  });

  it('does not cost a connection each time', async () => {
    const server = await smtpServer({ onRcptTo: (_, __, done) => done(smtpError(550, 'no')) });
    const { open, spoolFor, places } = await scratchDrain();
    await spoolFor(...Array.from({ length: 12 }, (_, number) => `user${number}@example.org`));
    await open(`smtp://127.0.0.1:${server.port}`).runOnce();
    expect((await places()).failed).toHaveLength(24);
    expect(server.connections()).toBeLessThanOrEqual(4);
  });

  it('is kept when only the session was refused', async () => {
    const server = await smtpServer({ authOptional: false, onAuth: (_, __, done) => done(null, { user: 1 }) });
    const { open, spoolFor, places } = await scratchDrain();
    await spoolFor('ada@example.org');
    await open(`smtp://127.0.0.1:${server.port}`).runOnce();
    expect(await places()).toMatchObject({ waiting: [expect.stringContaining('.try1-')], failed: [] });
  });

  it('is tried again when an operator moves it back', async () => {
    const refusals = [smtpError(550, 'no'), smtpError(550, 'still no'), null];
    const server = await smtpServer({ onRcptTo: (_, __, done) => done(refusals.shift()) });
    const { open, spoolFor, places, dir, clock, reason } = await scratchDrain();
    await spoolFor('ada@example.org');
    const drain = open(`smtp://127.0.0.1:${server.port}`);
    await drain.runOnce();
    for (const left of ['still no', null]) {
      clock.advance(30 * DAY);
      const [mail] = (await places()).failed;
      await rename(`${dir}/failed/${mail}`, `${dir}/${mail}`);
      await drain.runOnce();
      if (left !== null) expect(await reason()).toContain(left);
    }
    expect(server.received).toHaveLength(1);
  });
});
