import type { Mailer, MailTokens } from '../../../../src/index.ts';
import { memoryMailTokens } from '../../../../testkit/memory/index.ts';
import type { MailerFixture, MailTokensFixture } from '../../../../testkit/suites/index.ts';
import { mailerFixture, mailTokensFixture } from '../../memory/memoryFixtures.ts';
import { type BrokenVariants, override, overridePort } from './broken.ts';

const mailTokens = (changesOf: (port: MailTokens) => Partial<MailTokens>) => () =>
  mailTokensFixture((port) => override(port, changesOf(port)));

export const brokenMailTokens: BrokenVariants<MailTokensFixture> = {
  'accepts a token of another purpose': {
    fails: 'rejects a token of another purpose',
    open: mailTokens((port) => ({
      read: async (token, _purpose, now) =>
        (await port.read(token, 'confirm', now)) ?? (await port.read(token, 'recover', now)),
    })),
  },
  'never ends a token': {
    fails: 'ends a token at its end, rounded down to the second',
    open: mailTokens((port) => ({ read: (token, purpose) => port.read(token, purpose, 0) })),
  },
  'ends a token a second late': {
    fails: 'ends a token at its end, rounded down to the second',
    open: mailTokens((port) => ({ read: (token, purpose, now) => port.read(token, purpose, now - 1_000) })),
  },
  'reads claims without their signature': {
    fails: 'rejects a token without a signature',
    open: mailTokens((port) => ({
      async read(token, purpose, now) {
        const [payload = ''] = token.split('.');
        const claims: unknown = ((): unknown => {
          try {
            return JSON.parse(atob(payload));
          } catch {
            return null;
          }
        })();
        const isClaims = typeof claims === 'object' && claims !== null && 'userId' in claims;
        return isClaims
          ? port.read(
              await port.make({
                userId: Number(claims.userId),
                purpose,
                version: 1,
                dateExpiration: now + 9_000,
              }),
              purpose,
              now,
            )
          : null;
      },
    })),
  },
  'accepts the signature of another token': {
    fails: 'rejects a token made of parts of other tokens',
    open: mailTokens((port) => {
      const made = new Map<string, string>();
      return {
        async make(claims) {
          const token = await port.make(claims);
          made.set(token.slice(-20), token);
          return token;
        },
        read: (token, purpose, now) => port.read(made.get(token.slice(-20)) ?? token, purpose, now),
      };
    }),
  },
  'throws for text that is not a token': {
    fails: 'rejects text that is not a token',
    open: mailTokens((port) => ({
      async read(token, purpose, now) {
        const found = await port.read(token, purpose, now);
        if (token.split('.').length !== 2) throw new SyntaxError('this is no token');
        return found;
      },
    })),
  },
  'has the same key everywhere': {
    fails: 'rejects a token that was made with another key',
    open: () => mailTokensFixture(() => memoryMailTokens('the key in the manual')),
  },
  'trims a token before it reads it': {
    fails: 'rejects a token that is shorter or longer',
    open: mailTokens((port) => ({ read: (token, purpose, now) => port.read(token.trim(), purpose, now) })),
  },
};

const mailer = (changesOf: (port: Mailer) => Partial<Mailer>) => () =>
  mailerFixture((port) => override(port, changesOf(port)));

export const brokenMailers: BrokenVariants<MailerFixture> = {
  'delivers decoys': {
    fails: 'delivers nothing for a decoy',
    open: mailer((port) => ({
      sendDecoy: (kind) =>
        port.send({ id: 1, adresseMail: 'nobody@example.org', pseudo: 'nobody', locale: 'en' }, { kind, token: 'x' }),
    })),
  },
  'resolves before the mail is in the outbox': {
    fails: 'has a mail in the outbox when send resolves',
    open: mailer((port) => ({
      async send(recipient, mail) {
        setImmediate(() => port.send(recipient, mail));
      },
    })),
  },
  'sends one mail for two that are equal': {
    fails: 'the same one twice',
    open: mailer((port) => {
      const sent = new Set<string>();
      return {
        async send(recipient, mail) {
          const key = JSON.stringify([recipient, mail]);
          if (sent.has(key)) return;
          sent.add(key);
          await port.send(recipient, mail);
        },
      };
    }),
  },
  'folds the case of addresses': {
    fails: 'sends to the exact address',
    open: mailer((port) => ({
      send: (to, mail) => port.send({ ...to, adresseMail: to.adresseMail.toLowerCase() }, mail),
    })),
  },
  'writes in one language': {
    fails: 'writes in the language of the recipient',
    open: mailer((port) => ({ send: (recipient, mail) => port.send({ ...recipient, locale: 'en' }, mail) })),
  },
  'breaks the token into lines': {
    fails: 'has a mail in the outbox when send resolves',
    open: mailer((port) => ({
      send: (to, mail) =>
        port.send(to, 'token' in mail ? { ...mail, token: mail.token.replaceAll(/.{76}/g, '$&\n') } : mail),
    })),
  },
  'hides that the outbox is down': {
    fails: 'throws UnavailableError',
    open: async () =>
      overridePort<Mailer, MailerFixture>(await mailerFixture(), (port) => ({
        send: (recipient, mail) => port.send(recipient, mail).catch(() => undefined),
      })),
  },
};
