import type { MailTokens } from '../../../../src/index.ts';
import { memoryMailTokens } from '../../../../testkit/memory/index.ts';
import type { MailTokensFixture } from '../../../../testkit/suites/index.ts';
import { mailTokensFixture } from '../../memory/memoryFixtures.ts';
import { type BrokenVariants, override } from './broken.ts';

const mailTokens = (changesOf: (port: MailTokens) => Partial<MailTokens>) => () =>
  mailTokensFixture((port) => override(port, changesOf(port)));

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
