import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { unusedPort } from '../../../test/support/unusedPort.ts';
import { scratchQueue } from './scratchQueue.ts';
import { acceptingAnswer, recordingServer, scriptedServer, smtpError, smtpServer } from './smtpServers.ts';

const DAY = 86_400_000;
const EMPTY = { waiting: [], sending: [], failed: [] };
const UNTRIED = expect.stringMatching(/^\S+$/);

describe('a server that cannot be reached', () => {
  it('leaves the mails unchanged, is reported once a round, and gets the mails when it is up', async () => {
    const port = await unusedPort();
    const { open, queueFor, places, notices, clock } = scratchQueue();
    await queueFor('ada@example.org', 'bob@example.org', 'eve@example.org');
    const drain = open(`smtp://127.0.0.1:${port}`);
    const wait = await drain.runOnce();
    expect(await places()).toEqual({ waiting: [UNTRIED, UNTRIED, UNTRIED], sending: [], failed: [] });
    const reason = `ESOCKET ECONNREFUSED CONN: connect ECONNREFUSED 127.0.0.1:${port}`;
    expect(notices).toEqual([expect.stringContaining(`The mail server cannot be reached: ${reason}`)]);
    const server = await smtpServer({}, port);
    clock.advance(wait);
    await drain.runOnce();
    expect(server.received).toHaveLength(3);
    expect(await places()).toEqual(EMPTY);
  });

  it('for three days makes the worker give up the mail', async () => {
    const { open, queueFor, places, clock, reason } = scratchQueue();
    await queueFor('ada@example.org');
    clock.advance(3 * DAY - 2);
    const drain = open(`smtp://127.0.0.1:${await unusedPort()}`);
    await drain.runOnce();
    expect((await places()).waiting).toEqual([UNTRIED]);
    clock.advance(300_000);
    await drain.runOnce();
    expect((await places()).waiting).toEqual([]);
    expect(await reason()).toContain('connect ECONNREFUSED');
  });

  it('seen by a clock that is ahead for a moment gives up no mail', async () => {
    const { open, queueFor, places, clock } = scratchQueue();
    await queueFor('ada@example.org');
    const right = clock.now();
    clock.advance(40 * DAY);
    await open(`smtp://127.0.0.1:${await unusedPort()}`, { timeOfAges: async () => right }).runOnce();
    expect((await places()).waiting).toEqual([UNTRIED]);
  });

  it.each([
    [
      'refuses the login',
      'smtp://ada:pass-w0rd@',
      {
        onAuth: (_: unknown, __: unknown, done: (error: Error) => void) =>
          done(smtpError(535, 'wrong pass-w0rd for ada YWRh AGFkYQBwYXNzLXcwcmQ=')),
      },
      'The mail server refused the login: EAUTH',
    ],
    [
      'does not offer to log in',
      'smtp://ada:pass-w0rd@',
      { disabledCommands: ['AUTH', 'STARTTLS'], authOptional: false },
      'The mail server refused the login: EAUTH: The server does not offer to log in',
    ],
  ])(
    'because it %s does not count against the mail, and the report has no credentials',
    async (_, prefix, options, what) => {
      const server = await smtpServer(options);
      const { open, queueFor, places, notices } = scratchQueue();
      await queueFor('ada@example.org', 'bob@example.org');
      await open(`${prefix}127.0.0.1:${server.port}`).runOnce();
      expect(server.received).toEqual([]);
      expect(await places()).toEqual({ waiting: [UNTRIED, UNTRIED], sending: [], failed: [] });
      expect(notices).toEqual([expect.stringContaining(what)]);
      expect(notices.join()).not.toMatch(/pass-w0rd|ada|YWRh|cGFzc/i);
    },
  );

  it('because it offers no login never gets the credentials', async () => {
    const server = await recordingServer();
    const { open, queueFor } = scratchQueue();
    await queueFor('ada@example.org');
    await open(`smtp://ada:pass-w0rd@127.0.0.1:${server.port}`).runOnce();
    expect(server.lines).toEqual(['', expect.stringMatching(/^EHLO /)]);
  });

  it('because it offers no login on a later connection gets no mail on that one', async () => {
    const accepting = acceptingAnswer();
    const sessions: Socket[] = [];
    const used = new Set<Socket | undefined>();
    const server = await scriptedServer((line, socket) => {
      if (line === '') sessions.push(socket);
      if (line.startsWith('MAIL')) used.add(socket);
      if (line.startsWith('AUTH')) return '235 welcome';
      if (line.startsWith('EHLO') && socket === sessions[0]) return '250-fine\r\n250 AUTH PLAIN';
      const answer = accepting(line, socket);
      if (line === '.') socket.end(`${answer}\r\n`);
      return line === '.' ? null : answer;
    });
    const { open, queueFor, places } = scratchQueue();
    await queueFor('ada@example.org', 'bob@example.org');
    await open(`smtp://ada:pass-w0rd@127.0.0.1:${server.port}`, { connections: 1 }).runOnce();
    expect(sessions.length).toBeGreaterThan(1);
    expect([...used]).toEqual([sessions[0]]);
    expect(await places()).toEqual({ waiting: [expect.any(String)], sending: [], failed: [] });
  });

  it.each<[string, string | null]>([
    ['never greets', null],
    ['sends no SMTP', 'HTTP/1.1 400 Bad Request'],
    ['sends half a greeting', '220-wait'],
  ])('because it %s is given up after a bounded time', async (_, greeting) => {
    const server = await scriptedServer(() => greeting);
    const { open, queueFor, places, notices } = scratchQueue();
    await queueFor('ada@example.org');
    await open(`smtp://127.0.0.1:${server.port}`, { timeouts: { connectMs: 100 } }).runOnce();
    expect(notices).toEqual([expect.stringMatching(/^The mail server /)]);
    expect(await places()).toEqual({ waiting: [UNTRIED], sending: [], failed: [] });
  });
});
