import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Mailer, UnavailableError } from '@algotheque/domain';
import { type MailerFixture, mailerContract, type OutgoingMail } from '@algotheque/domain/contracts';
import { simpleParser } from 'mailparser';
import { describe, it } from 'vitest';
import { openMailFolder } from '../src/index.ts';
import { mailsIn, NOW, scratchFolder } from './scratch.ts';
import { scratchQueue } from './scratchQueue.ts';
import { smtpServer } from './smtpServers.ts';

const KINDS: Readonly<Record<string, OutgoingMail['kind']>> = {
  'Confirm your e-mail address': 'confirm',
  'Confirmez votre adresse e-mail': 'confirm',
  'Choose a new password': 'recover',
  'Choisissez un nouveau mot de passe': 'recover',
  'Your password was changed': 'password_changed',
  'Votre mot de passe a été modifié': 'password_changed',
  'Your account has a new password': 'account_recovered',
  'Votre compte a un nouveau mot de passe': 'account_recovered',
  'Confirm your new e-mail address': 'change_email',
  'Confirmez votre nouvelle adresse e-mail': 'change_email',
  'Your e-mail address was changed': 'email_changed',
  'Votre adresse e-mail a été modifiée': 'email_changed',
  'Somebody tried to use your former e-mail address': 'email_reserved',
  'Quelqu’un a essayé d’utiliser votre ancienne adresse e-mail': 'email_reserved',
  'You have your e-mail address back': 'email_taken_back',
  'Vous avez repris votre adresse e-mail': 'email_taken_back',
  'This address does not belong to your account any more': 'email_displaced',
  'Cette adresse n’est plus celle de votre compte': 'email_displaced',
  'Test of the mails of Algotheque': 'test',
  'Essai des messages de Algotheque': 'test',
  'Somebody shares an algorithm with you': 'algo_shared',
  'Un algorithme est partagé avec vous': 'algo_shared',
  'Somebody wants to share an algorithm with you': 'share_invitation',
  'Quelqu’un veut partager un algorithme avec vous': 'share_invitation',
  'Somebody tried to use your e-mail address': 'email_taken',
  'Quelqu’un a essayé d’utiliser votre adresse e-mail': 'email_taken',
};

/** A mail as its recipient sees it. */
async function asRead(raw: string | Buffer): Promise<OutgoingMail> {
  const { subject = '', text = '', html, to } = await simpleParser(raw);
  const kind = KINDS[subject];
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
