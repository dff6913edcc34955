import { hasherFixture } from '../../memory/memoryFixtures.ts';
import { onPort } from './broken.ts';

const hasher = onPort(hasherFixture);

export const brokenHashers = [
  hasher('uses one salt for all hashes', 'uses a new salt every time', (port) => {
    const made = new Map<string, Promise<string>>();
    return {
      hash(password) {
        const hash = made.get(password) ?? port.hash(password);
        made.set(password, hash);
        return hash;
      },
    };
  }),
  hasher('uses the first 72 characters only', 'distinguishes all passwords', (port) => ({
    hash: (password) => port.hash(password.slice(0, 72)),
    verify: (password, hash) => port.verify(password.slice(0, 72), hash),
  })),
  hasher('stops at NUL', 'distinguishes all passwords', (port) => ({
    hash: (password) => port.hash(password.split('\0')[0] ?? ''),
    verify: (password, hash) => port.verify(password.split('\0')[0] ?? '', hash),
  })),
  hasher('normalises', 'distinguishes all passwords', (port) => ({
    hash: (password) => port.hash(password.normalize('NFC')),
    verify: (password, hash) => port.verify(password.normalize('NFC'), hash),
  })),
  hasher('verifies any password against a null hash', 'verifies no password against a null hash', (port) => ({
    verify: async (password, hash) => hash === null || port.verify(password, hash),
  })),
  hasher('never asks for a new hash', 'recognises hashes that are weaker than its own', () => ({
    needsRehash: () => false,
  })),
  hasher('computes hashes for disconnected clients', 'computes nothing for a client that has disconnected', (port) => ({
    hash: (password) => port.hash(password),
    verify: (password, hash) => port.verify(password, hash),
  })),
  hasher(
    'fails with an error of its own when it is full',
    'answers each of 40 calls at once or throws UnavailableError, and answers the next call',
    (port) => {
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
    },
  ),
];
