import { describe, expect, it } from 'vitest';
import { UnavailableError, type User } from '../../src/index.ts';
import { DamagedError } from '../../src/storeErrors.ts';
import { verifyPassword } from '../../src/users/newPassword.ts';
import { FRESH_USER } from '../../src/users/userRepository.ts';

const ada: User = {
  ...FRESH_USER,
  id: 7,
  adresseMail: 'ada@example.org',
  mdpHash: 'no hash',
  pseudo: 'ada',
  dateInscription: 0,
  isVerified: false,
  urlPfp: null,
  due: [],
  locale: null,
};

/** What the verification throws when the hasher throws this. */
async function thrown(user: User | null, problem: Error): Promise<unknown> {
  const hasher = { hash: expect.fail, needsRehash: expect.fail, verify: () => Promise.reject(problem) };
  return verifyPassword(hasher, { user, password: 'correct horse', client: {} }).catch((error: unknown) => error);
}

describe('a password that cannot be compared', () => {
  it('is a damaged record where the user has one: its error names the field, and has the cause', async () => {
    const cause = new Error('not a PHC string');
    const damage = await thrown(ada, cause);
    expect(damage).toBeInstanceOf(DamagedError);
    expect(damage).toMatchObject({ place: 'users', id: '7', field: 'mdpHash', cause });
  });

  it('is an error of the hasher where there is no user', async () => {
    const cause = new Error('a bug');
    expect(await thrown(null, cause)).toBe(cause);
  });

  it('is unavailable where the hasher is', async () => {
    const busy = new UnavailableError();
    expect(await thrown(ada, busy)).toBe(busy);
  });
});
