import { createHash } from 'node:crypto';
import { type HashClient, type PasswordHasher, UnavailableError } from '@algotheque/domain';

/**
 * NOT SECURE: one round of SHA-256 over a counted salt, so that tests are fast and repeatable. `cost` is only a number
 * in the hash, by which `needsRehash` finds those made with a lower one.
 */
export function memoryPasswordHasher({ cost = 1 }: { readonly cost?: number } = {}): PasswordHasher {
  let made = 0;
  const hashOf = (password: string, salt: string, atCost: string): string =>
    `$memory$c=${atCost}$${salt}$${createHash('sha256').update(`${salt}:${password}`).digest('hex')}`;
  return {
    async hash(password, client) {
      refuseDisconnected(client);
      made += 1;
      return hashOf(password, `salt${made}`, String(cost));
    },
    async verify(password, hash, client) {
      refuseDisconnected(client);
      const [, , parameters = '', salt = ''] = hash?.split('$') ?? [];
      return hashOf(password, salt, parameters.slice('c='.length)) === hash;
    },
    needsRehash: (hash) => Number(/^\$memory\$c=(\d+)\$/.exec(hash)?.[1] ?? 0) < cost,
  };
}

function refuseDisconnected(client: HashClient | undefined): void {
  if (client?.signal?.aborted === true) throw new UnavailableError({ reason: 'the client has gone' });
}
