import { simpleParser } from 'mailparser';
import { describe, expect, it } from 'vitest';
import { scratchQueue } from './scratchQueue.ts';
import { smtpError, smtpServer } from './smtpServers.ts';

const EMPTY = { waiting: [], sending: [], failed: [] };

describe('a round', () => {
  it('delivers the mails that wait, and keeps nothing', async () => {
    const server = await smtpServer();
    const { open, queueFor, places, entries, problems } = scratchQueue();
    await queueFor('ada@example.org');
    const [{ name } = { name: '' }] = await entries();
    await open(`smtp://127.0.0.1:${server.port}`).runOnce();
    expect(server.received).toMatchObject([{ from: 'algotheque@example.org', to: ['ada@example.org'] }]);
    expect(server.received[0]?.raw).toContain(`\r\nMessage-ID: <${name}@example.org>\r\n`);
    expect(await places()).toEqual(EMPTY);
    expect(problems).toEqual([]);
  });

  it('delivers a mail to its account only, whatever the pseudo', async () => {
    const server = await smtpServer();
    const { open, mailer, places } = scratchQueue();
    const pseudo = '"Ada" <eve@example.org>, é';
    await mailer.send({ id: 1, adresseMail: 'a.@example.org', pseudo, locale: 'fr' }, { kind: 'email_taken' });
    await open(`smtp://127.0.0.1:${server.port}`).runOnce();
    expect(server.received.map(({ to }) => to)).toEqual([['"a."@example.org']]);
    const { text } = await simpleParser(server.received[0]?.raw ?? '');
    expect(text?.replaceAll('\u2060', '')).toContain(`Bonjour ${pseudo},`); // without word joiners
    expect(await places()).toEqual(EMPTY);
  });

  it('delivers nothing for a decoy', async () => {
    const server = await smtpServer();
    const { open, mailer } = scratchQueue();
    await mailer.sendDecoy('recover');
    await open(`smtp://127.0.0.1:${server.port}`).runOnce();
    expect(server.connections()).toBe(0);
  });

  it('sends many mails over a few connections, and leaves none open', async () => {
    const server = await smtpServer();
    const { open, queueFor, places } = scratchQueue();
    const addresses = Array.from({ length: 30 }, (_, number) => `user${number}@example.org`);
    await queueFor(...addresses);
    await open(`smtp://127.0.0.1:${server.port}`).runOnce();
    expect(server.received.map(({ to }) => to[0]).sort()).toEqual(addresses.toSorted());
    expect(server.connections()).toBeLessThanOrEqual(4);
    expect(await places()).toEqual(EMPTY);
  });

  it('logs in with the credentials of the URL, percent-encoded characters too', async () => {
    const logins: unknown[] = [];
    const server = await smtpServer({
      authOptional: false,
      onAuth({ username, password }, _, done) {
        logins.push([username, password]);
        done(null, { user: username });
      },
    });
    const { open, queueFor } = scratchQueue();
    await queueFor('ada@example.org');
    await open(`smtp://us%40er:p%2F%3A%C3%A9%25@127.0.0.1:${server.port}`).runOnce();
    expect(logins).toEqual([['us@er', 'p/:é%']]);
    expect(server.received).toHaveLength(1);
  });

  it('says when the next round is useful', async () => {
    const server = await smtpServer({ onRcptTo: (_, __, done) => done(smtpError(451, 'later')) });
    const { open, queueFor, clock } = scratchQueue();
    const drain = open(`smtp://127.0.0.1:${server.port}`);
    expect(await drain.runOnce()).toBe(60_000);
    await queueFor('ada@example.org');
    expect(await drain.runOnce()).toBe(45_000);
    clock.advance(44_000);
    expect(await drain.runOnce()).toBe(1_000);
  });
});
