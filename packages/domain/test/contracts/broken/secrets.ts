import type { Fixture, MailTokensFixture, PasswordHasherFixture } from '../../../src/contracts/index.ts';
import { memoryMailTokens } from '../../../src/contracts/index.ts';
import type { AccessTokens, MailTokens, PasswordHasher } from '../../../src/index.ts';
import { accessTokensFixture, hasherFixture, mailTokensFixture } from '../memoryFixtures.ts';
import { type BrokenVariants, override } from './broken.ts';

const tokens = (changesOf: (port: AccessTokens) => Partial<AccessTokens>) => () =>
  accessTokensFixture((port) => override(port, changesOf(port)));
const hasher = (changesOf: (port: PasswordHasher) => Partial<PasswordHasher>) => () =>
  hasherFixture((port) => override(port, changesOf(port)));
const mailTokens = (changesOf: (port: MailTokens) => Partial<MailTokens>) => () =>
  mailTokensFixture((port) => override(port, changesOf(port)));

export const brokenAccessTokens: BrokenVariants<Fixture<AccessTokens>> = {
  'makes tokens with a prefix that is always the same': {
    fails: 'with every bit in use',
    open: tokens((port) => ({
      make() {
        const token = `alg_${port.make().token.slice(4)}`;
        return { token, digest: port.digest(token) ?? '' };
      },
    })),
  },
  'trims what it digests': {
    fails: 'no digest for what no token looks like',
    open: tokens((port) => ({ digest: (token) => port.digest(token.trim()) })),
  },
  'takes the token for its digest': {
    fails: 'digests by SHA-256',
    open: tokens((port) => ({
      make() {
        const { token } = port.make();
        return { token, digest: token };
      },
      digest: (token) => (port.digest(token) === null ? null : token),
    })),
  },
  'throws for what is no token': {
    fails: 'no digest for what no token looks like',
    open: tokens((port) => ({
      digest(token) {
        const digest = port.digest(token);
        if (digest === null) throw new TypeError('this is no token');
        return digest;
      },
    })),
  },
};

export const brokenHashers: BrokenVariants<PasswordHasherFixture> = {
  'takes one salt for all': {
    fails: 'a fresh salt every time',
    open: hasher((port) => {
      const made = new Map<string, Promise<string>>();
      return {
        hash(password) {
          const hash = made.get(password) ?? port.hash(password);
          made.set(password, hash);
          return hash;
        },
      };
    }),
  },
  'takes the first 72 characters': {
    fails: 'tells every password from every other',
    open: hasher((port) => ({
      hash: (password) => port.hash(password.slice(0, 72)),
      verify: (password, hash) => port.verify(password.slice(0, 72), hash),
    })),
  },
  'stops at NUL': {
    fails: 'tells every password from every other',
    open: hasher((port) => ({
      hash: (password) => port.hash(password.split('\0')[0] ?? ''),
      verify: (password, hash) => port.verify(password.split('\0')[0] ?? '', hash),
    })),
  },
  normalises: {
    fails: 'tells every password from every other',
    open: hasher((port) => ({
      hash: (password) => port.hash(password.normalize('NFC')),
      verify: (password, hash) => port.verify(password.normalize('NFC'), hash),
    })),
  },
  'lets nobody in with any password': {
    fails: 'the hash of nobody',
    open: hasher((port) => ({ verify: async (password, hash) => hash === null || port.verify(password, hash) })),
  },
  'never asks for a new hash': {
    fails: 'finds hashes that are weaker',
    open: hasher(() => ({ needsRehash: () => false })),
  },
  'fails with an error of its own when it is full': {
    fails: 'answers each of 40 at once',
    open: hasher((port) => {
      let waiting = 0;
      return {
        async hash(password) {
          if (waiting >= 8) throw new Error('the queue is full');
          waiting += 1;
          return port.hash(password).finally(() => {
            waiting -= 1;
          });
        },
      };
    }),
  },
};

export const brokenMailTokens: BrokenVariants<MailTokensFixture> = {
  'takes one purpose for the other': {
    fails: 'never takes one purpose for the other',
    open: mailTokens((port) => ({
      read: async (token, _purpose, now) =>
        (await port.read(token, 'confirm', now)) ?? (await port.read(token, 'recover', now)),
    })),
  },
  'never lets a token end': {
    fails: 'ends at its end',
    open: mailTokens((port) => ({ read: (token, purpose) => port.read(token, purpose, 0) })),
  },
  'lets a token live a second longer': {
    fails: 'ends at its end',
    open: mailTokens((port) => ({ read: (token, purpose, now) => port.read(token, purpose, now - 1_000) })),
  },
  'reads claims without their signature': {
    fails: 'without a signature',
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
                credentialsVersion: 1,
                dateExpiration: now + 9_000,
              }),
              purpose,
              now,
            )
          : null;
      },
    })),
  },
  'throws for what is no token': {
    fails: 'nothing that is no token at all',
    open: mailTokens((port) => ({
      async read(token, purpose, now) {
        const found = await port.read(token, purpose, now);
        if (token.split('.').length !== 2) throw new SyntaxError('this is no token');
        return found;
      },
    })),
  },
  'has the same key everywhere': {
    fails: 'no token of a stranger',
    open: () => mailTokensFixture(() => memoryMailTokens('the key in the manual')),
  },
  'trims what it reads': {
    fails: 'cut or added to',
    open: mailTokens((port) => ({ read: (token, purpose, now) => port.read(token.trim(), purpose, now) })),
  },
};
