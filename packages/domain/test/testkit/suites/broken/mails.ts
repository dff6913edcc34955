import { memoryMailTokens } from '../../../../testkit/memory/index.ts';
import { mailerFixture, mailTokensFixture } from '../../memory/memoryFixtures.ts';
import { broken, narrow, onCut, onPort } from './broken.ts';

const mailTokens = onPort(mailTokensFixture);

export const brokenMailTokens = [
  mailTokens('accepts a token of another purpose', 'rejects a token of another purpose', (port) => ({
    read: async (token, _purpose, now) =>
      (await port.read(token, 'confirm', now)) ?? (await port.read(token, 'recover', now)),
  })),
  mailTokens('never ends a token', 'ends a token at its end, rounded down to the second', (port) => ({
    read: (token, purpose) => port.read(token, purpose, 0),
  })),
  mailTokens('ends a token a second late', 'ends a token at its end, rounded down to the second', (port) => ({
    read: (token, purpose, now) => port.read(token, purpose, now - 1_000),
  })),
  mailTokens('reads claims without their signature', 'rejects a token without a signature', (port) => ({
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
  mailTokens('accepts the signature of another token', 'rejects a token made of parts of other tokens', (port) => {
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
  mailTokens('throws for text that is not a token', 'rejects text that is not a token', (port) => ({
    async read(token, purpose, now) {
      const found = await port.read(token, purpose, now);
      if (token.split('.').length !== 2) throw new SyntaxError('this is no token');
      return found;
    },
  })),
  broken('has the same key everywhere', 'rejects a token that was made with another key', () =>
    mailTokensFixture(() => memoryMailTokens('the key in the manual')),
  ),
  mailTokens('trims a token before it reads it', 'rejects a token that is shorter or longer', (port) => ({
    read: (token, purpose, now) => port.read(token.trim(), purpose, now),
  })),
  mailTokens('makes tokens of a version in 32 bits', 'reads what it made', (port) => ({
    make: (claims) => port.make({ ...claims, version: narrow(claims.version) }),
  })),
];

const mailer = onPort(mailerFixture);

export const brokenMailers = [
  mailer('delivers decoys', 'delivers nothing for a decoy', (port) => ({
    sendDecoy: (kind) =>
      port.send({ id: 1, adresseMail: 'nobody@example.org', pseudo: 'nobody', locale: 'en' }, { kind, token: 'x' }),
  })),
  mailer('resolves before the mail is in the outbox', 'has a mail in the outbox when send resolves', (port) => ({
    async send(recipient, mail) {
      setImmediate(() => port.send(recipient, mail));
    },
  })),
  mailer('sends one mail for two that are equal', 'the same one twice', (port) => {
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
  mailer('folds the case of addresses', 'sends to the exact address', (port) => ({
    send: (to, mail) => port.send({ ...to, adresseMail: to.adresseMail.toLowerCase() }, mail),
  })),
  mailer('writes in one language', 'writes in the language of the recipient', (port) => ({
    send: (recipient, mail) => port.send({ ...recipient, locale: 'en' }, mail),
  })),
  onCut(mailerFixture)('hides that the outbox is down', 'throws UnavailableError', (port) => ({
    send: (recipient, mail) => port.send(recipient, mail).catch(() => undefined),
  })),
];
