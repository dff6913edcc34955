import { type PasswordHasher, UnavailableError } from '@algotheque/domain';
import { allAre, equal, ok, outcomes, present } from '../assert.ts';
import type { Fixture } from '../runner.ts';
import { contract } from '../suite.ts';

/** A hasher, and hashes of a weaker one. Low costs make the suite fast. */
export interface PasswordHasherFixture extends Fixture<PasswordHasher> {
  /** Hashes the password with the same adapter at a lower cost than the port's. */
  weaker(password: string): Promise<string>;
}

// https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md
const PHC =
  /^\$[a-z0-9-]{1,32}(\$v=\d+)?(\$[a-z0-9-]+=[^$,]+(,[a-z0-9-]+=[^$,]+)*)?\$[A-Za-z0-9+/.-]+\$[A-Za-z0-9+/]+$/;

/**
 * Passwords that a hasher must distinguish: prefixes of each other, other case, other normal forms of Unicode, zero bytes,
 * differences after byte 72, where bcrypt stops.
 */
const PASSWORDS: readonly string[] = [
  '',
  'password',
  'Password',
  'password ',
  'passwor',
  'password\0',
  'password\0more',
  'caf\u00e9',
  'cafe\u0301',
  '\u{1f600}\u{1f469}\u200d\u{1f680}',
  `${'a'.repeat(72)}b`,
  `${'a'.repeat(72)}c`,
  '\u{1f600}'.repeat(255),
  `${'\u{1f600}'.repeat(254)}\u{1f601}`,
];

/** What every PasswordHasher promises. */
export const passwordHasherContract = contract<PasswordHasherFixture>('PasswordHasher', (test) => {
  test('makes PHC strings without the password', async ({ port }) => {
    const hash = await port.hash('correct horse');
    ok(PHC.test(hash), `${hash} is no PHC string`);
    ok(!hash.includes('correct'), 'the password is in the hash');
  });

  test('uses a new salt every time', async ({ port }) => {
    const hashes = await Promise.all(['same', 'same', 'same', 'same'].map((password) => port.hash(password)));
    equal(new Set(hashes).size, 4, 'different hashes');
    for (const hash of hashes) equal(await port.verify('same', hash), true);
  });

  test('distinguishes all passwords', async ({ port }) => {
    for (const password of PASSWORDS) {
      const hash = await port.hash(password);
      equal(await port.verify(password, hash), true, JSON.stringify(password.slice(0, 90)));
      const others = PASSWORDS.filter((other) => other !== password);
      const right = await Promise.all(others.map((other) => port.verify(other, hash)));
      equal(
        others.filter((_, index) => right[index]),
        [],
        `also right for ${JSON.stringify(password.slice(0, 90))}`,
      );
    }
  });

  test('verifies no password against a null hash', async ({ port }) => {
    for (const password of ['', 'null', 'password']) equal(await port.verify(password, null), false);
  });

  test('verifies by hashes that another instance made', async ({ port, weaker }) => {
    const hash = await weaker('correct horse');
    equal(await port.verify('correct horse', hash), true);
    equal(await port.verify('correct house', hash), false);
  });

  test('recognises hashes that are weaker than its own', async ({ port, weaker }) => {
    equal(port.needsRehash(await port.hash('password')), false, 'its own');
    equal(port.needsRehash(await weaker('password')), true, 'a weaker one');
  });

  test('computes nothing for a client that has disconnected', async ({ port }) => {
    const hash = await port.hash('correct horse');
    const disconnected = { address: '192.0.2.1', signal: AbortSignal.abort() };
    const { values, errors } = await outcomes<unknown>([
      port.hash('correct horse', disconnected),
      port.verify('correct horse', hash, disconnected),
      port.verify('correct horse', null, disconnected),
    ]);
    equal(values, [], 'answers');
    allAre(errors, UnavailableError);
  });

  test('answers each of 40 calls at once or throws UnavailableError, and answers the next call', async ({ port }) => {
    const { values, errors } = await outcomes(Array.from({ length: 40 }, (_, index) => port.hash(`password ${index}`)));
    allAre(errors, UnavailableError);
    ok(values.length > 0, 'none was answered');
    equal(await port.verify('password 0', present(values[0])), true, 'afterwards');
  });
});
