import { describe, expect, it, vi } from 'vitest';
import { DomainError, Responses, type Violation } from '../../src/index.ts';
import { noting } from '../support/intercept.ts';
import { emailOf, logIn, mailedToken, member, openWorld, PASSWORD, refusal, type World } from '../support/world.ts';

const COMMON = 'café 1234';
const GOOD = { email: emailOf('ada'), password: PASSWORD, pseudo: 'Ada' };
const isCommon = (password: string): boolean => password === COMMON;

/** A world with one common password. Ada has it: she registered before it was on the list. */
async function opened(isCommonPassword = isCommon) {
  const before = openWorld();
  await before.service.registerUser({ ...GOOD, password: COMMON });
  return openWorld({ policy: { isCommonPassword }, replace: before.ports });
}

/** The violations of the input, each as `path rule`. */
async function violations(work: Promise<unknown>): Promise<string[]> {
  const error = await work.catch((problem: unknown) => problem);
  if (!(error instanceof DomainError) || error.code !== Responses.General.Invalid_data) return [String(error)];
  return (error.data as Violation[]).map(({ path, rule }) => `${path} ${rule}`); // the shape of every Invalid_data
}

/** The ways to set a password. */
const WAYS: Readonly<Record<string, (world: World, password: string) => Promise<unknown>>> = {
  password: ({ service }, password) => service.registerUser({ ...GOOD, email: emailOf('eve'), password }),
  async newPassword(world, newPassword) {
    const { caller } = await logIn(world, 'ada', COMMON);
    return world.service.updateUser({ id: 1, changes: { currentPassword: COMMON, newPassword } }, caller);
  },
};

describe.each(Object.entries(WAYS))('a common %s', (field, set) => {
  it('is refused in every case and normal form', async () => {
    const world = await opened();
    for (const typed of [COMMON, COMMON.normalize('NFD')]) {
      expect(await violations(set(world, typed))).toEqual([`/${field} common_password`]);
    }
  });

  it('is refused by this rule only, and a password that is not common is accepted', async () => {
    const world = await opened();
    expect(await violations(set(world, 'short'))).toEqual([`/${field} min_length`]);
    expect(await set(world, `${COMMON}!`)).toMatchObject({ id: expect.any(Number) });
  });
});

it('a common password at a reset is refused before the token is read, and the token stays valid', async () => {
  const calls: string[] = [];
  const world = openWorld({ policy: { isCommonPassword: isCommon }, step: noting(calls) });
  await member(world, 'ada');
  await world.service.recoverPassword({ email: emailOf('ada') });
  const token = mailedToken({ ports: world.ports }, 'recover');
  calls.length = 0;
  const reset = (password: string) => world.service.resetPassword({ token, changes: { password } });
  expect(await violations(reset(COMMON))).toEqual(['/password common_password']);
  expect(calls).toEqual([]);
  await reset('battery staple');
  await logIn(world, 'ada', 'battery staple');
});

describe('the check for common passwords', () => {
  it('is reported with all other violations, before any work', async () => {
    const calls: string[] = [];
    const { service } = openWorld({ policy: { isCommonPassword: isCommon }, step: noting(calls) });
    const input = { email: 'x', password: COMMON, pseudo: 'ab' };
    const expected = ['/pseudo min_length', '/email email', '/password common_password'];
    expect(await violations(service.registerUser(input))).toEqual(expected);
    expect(await refusal(service.registerUser({ ...input, pseudo: '' }))).toBe(Responses.General.Missing_data);
    expect(calls).toEqual([]);
  });

  it('is not made at a login, for the current password, or for an invalid password', async () => {
    const lookup = vi.fn<typeof isCommon>(isCommon);
    const world = await opened(lookup);
    const { caller } = await logIn(world, 'ada', COMMON);
    await world.service.updateUser({ id: 1, changes: { currentPassword: COMMON, pseudo: 'Ada L.' } }, caller);
    for (const password of [
      'short',
      'x'.repeat(256),
      'x'.repeat(1_000_000),
      12345678,
      { length: 8 },
      'pass\u0000word',
    ]) {
      expect(await refusal(world.service.registerUser({ ...GOOD, password }))).toBe(Responses.General.Invalid_data);
    }
    expect(lookup).not.toHaveBeenCalled();
  });

  it('is off by default', async () => {
    expect(await openWorld().service.registerUser({ ...GOOD, password: 'password' })).toMatchObject({ id: 1 });
  });

  it('passes on its own error, and no user is saved', async () => {
    const fails = () => {
      throw new TypeError('a bug');
    };
    const world = openWorld({ policy: { isCommonPassword: fails } });
    await expect(world.service.registerUser(GOOD)).rejects.toThrow(new TypeError('a bug'));
    expect(world.data.users.size).toBe(0);
  });
});
