import type { PasswordHasher } from '../../../../src/index.ts';
import type { PasswordHasherFixture } from '../../../../testkit/suites/index.ts';
import { hasherFixture } from '../../memory/memoryFixtures.ts';
import { type BrokenVariants, override } from './broken.ts';

const hasher = (changesOf: (port: PasswordHasher) => Partial<PasswordHasher>) => () =>
  hasherFixture((port) => override(port, changesOf(port)));

export const brokenHashers: BrokenVariants<PasswordHasherFixture> = {
  'uses one salt for all hashes': {
    fails: 'uses a new salt every time',
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
  'uses the first 72 characters only': {
    fails: 'distinguishes all passwords',
    open: hasher((port) => ({
      hash: (password) => port.hash(password.slice(0, 72)),
      verify: (password, hash) => port.verify(password.slice(0, 72), hash),
    })),
  },
  'stops at NUL': {
    fails: 'distinguishes all passwords',
    open: hasher((port) => ({
      hash: (password) => port.hash(password.split('\0')[0] ?? ''),
      verify: (password, hash) => port.verify(password.split('\0')[0] ?? '', hash),
    })),
  },
  normalises: {
    fails: 'distinguishes all passwords',
    open: hasher((port) => ({
      hash: (password) => port.hash(password.normalize('NFC')),
      verify: (password, hash) => port.verify(password.normalize('NFC'), hash),
    })),
  },
  'verifies any password against a null hash': {
    fails: 'verifies no password against a null hash',
    open: hasher((port) => ({ verify: async (password, hash) => hash === null || port.verify(password, hash) })),
  },
  'never asks for a new hash': {
    fails: 'recognises hashes that are weaker than its own',
    open: hasher(() => ({ needsRehash: () => false })),
  },
  'computes hashes for disconnected clients': {
    fails: 'computes nothing for a client that has disconnected',
    open: hasher((port) => ({
      hash: (password) => port.hash(password),
      verify: (password, hash) => port.verify(password, hash),
    })),
  },
  'fails with an error of its own when it is full': {
    fails: 'answers each of 40 calls at once or throws UnavailableError, and answers the next call',
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
