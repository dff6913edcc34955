import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Mailer, UnavailableError } from '@algotheque/domain';
import { type MailerFixture, mailerContract, type OutgoingMail } from '@algotheque/domain/contracts';
import { simpleParser } from 'mailparser';
import { describe, it } from 'vitest';
import { openMailFolder } from '../src/index.ts';
import { languages } from '../src/templates/mailTemplates.ts';
import { mailsIn, NOW, scratchFolder } from './scratch.ts';
import { scratchQueue } from './scratchQueue.ts';
import { smtpServer } from './smtpServers.ts';

/** The kind of a mail by its subject. */
const KINDS = new Map(
  Object.values(languages).flatMap(({ mails }) =>
    Object.entries(mails).map(([kind, { subject }]) => [
      subject.replace('{{name}}', 'Algotheque'),
      kind as OutgoingMail['kind'], // the texts of mails are by kind
    ]),
  ),
);

/** A mail as its recipient sees it. */
async function asRead(raw: string | Buffer): Promise<OutgoingMail> {
  const { subject = '', text = '', html, to } = await simpleParser(raw);
  const kind = KINDS.get(subject);
  if (kind === undefined) throw new Error(`There is no mail with the subject ${subject}`);
  const named = (Array.isArray(to) ? to : [to]).flatMap((list) => list?.value ?? []).map(({ address }) => address);
  return { to: named.join(), kind, text: [subject, text, html || ''].join('\n') };
}

async function outboxFixture(): Promise<MailerFixture> {
  const options = {
    dir: join(scratchFolder(), 'outbox'),
    from: 'algotheque@localhost',
    publicUrl: 'http://localhost:3000',
    usersUrl: 'http://localhost:3000/api/users',
  };
  return {
    port: await openMailFolder(options),
    outbox: async () =>
      Promise.all((await mailsIn(options.dir)).map(async (name) => asRead(await readFile(join(options.dir, name))))),
    reopen: () => openMailFolder(options),
    cut: () => rm(options.dir, { recursive: true }),
  };
}

/** The queue of a mail server; the mails are delivered to it when `outbox` is called. */
async function smtpFixture(): Promise<MailerFixture> {
  const server = await smtpServer();
  const { mailer, mails, mailTokens, open } = scratchQueue();
  let isCut = false;
  const refuse = async (): Promise<never> => {
    throw new UnavailableError();
  };
  const port: Mailer = {
    send: (recipient, mail) => (isCut ? refuse() : mailer.send(recipient, mail)),
    sendDecoy: (kind) => (isCut ? refuse() : mailer.sendDecoy(kind)),
    health: () => (isCut ? refuse() : mails.health()),
  };
  return {
    port,
    token: (purpose) => mailTokens.make({ userId: 1, purpose, version: 1, dateExpiration: NOW + 1_000 }),
    async outbox() {
      await open(`smtp://127.0.0.1:${server.port}`).runOnce();
      return Promise.all(server.received.map(({ raw }) => asRead(raw)));
    },
    cut: async () => {
      isCut = true;
    },
  };
}

describe('the outbox', () => mailerContract({ describe, it }, outboxFixture));
describe('the queue of a mail server', () =>
  mailerContract({ describe, it }, smtpFixture, {
    reopen: 'delivered mails outlive every restart, and mailQueueContract covers those that wait',
  }));
