import { describe, expect, it } from 'vitest';
import { DomainError, Responses } from '../src/index.ts';
import { openNotedWorld } from './support/notedWorld.ts';
import { emailOf, PASSWORD, type World } from './support/world.ts';

const { Missing_data, Invalid_data } = Responses.General;
const GOOD = { email: emailOf('new'), password: PASSWORD, pseudo: 'New' };
const ALGO = { ownerId: 1, nom: 'Sort', sourceCode: {} };

/** The error that the work is refused with. */
async function refused(work: Promise<unknown>): Promise<{ code: string; data: unknown }> {
  const error = await work.catch((problem: unknown) => problem);
  if (!(error instanceof DomainError)) throw new Error('the work was not refused', { cause: error });
  return { code: error.code, data: error.data };
}

// The table of section 7: condition, message identifier, data.
describe('registration is refused', () => {
  const registering = async (fields: object) => {
    const { world } = await openNotedWorld();
    return refused(world.service.registerUser({ ...GOOD, ...fields }));
  };

  it.each(['email', 'password', 'pseudo'])('without %s, and no data', async (field) => {
    for (const nothing of [undefined, null, '']) {
      expect(await registering({ [field]: nothing })).toEqual({ code: Missing_data, data: undefined });
    }
  });

  it('when it fails validation, with the errors as data', async () => {
    expect(await registering({ email: 'x', password: 'short', pseudo: 'ab' })).toEqual({
      code: Invalid_data,
      data: [
        { path: '/pseudo', rule: 'min_length', message: expect.any(String) },
        { path: '/email', rule: 'email', message: expect.any(String) },
        { path: '/password', rule: 'min_length', message: expect.any(String) },
      ],
    });
  });

  it('when the e-mail is used, and no data', async () => {
    const code = Responses.User.Email_already_exists;
    expect(await registering({ email: emailOf('ada') })).toEqual({ code, data: undefined });
  });
});

describe('the creation of an algorithm is refused', () => {
  const creating = async (fields: object) => {
    const { world, caller } = await openNotedWorld();
    return refused(world.service.createAlgo({ ...ALGO, ...fields }, caller));
  };

  it.each(['ownerId', 'nom', 'sourceCode'])('without %s, and no data', async (field) => {
    for (const nothing of [undefined, null, '']) {
      expect(await creating({ [field]: nothing })).toEqual({ code: Missing_data, data: undefined });
    }
  });

  it('when the requester is not the owner, and no data', async () => {
    expect(await creating({ ownerId: 2 })).toEqual({ code: Responses.Algo.Forbidden_create, data: undefined });
  });

  it("when the validator rejects the source code, with the validator's result as data", async () => {
    const issues = [{ path: '/a', rule: 'number', message: expect.any(String) }];
    expect(await creating({ sourceCode: { a: Number.NaN } })).toEqual({
      code: Responses.Algo.Invalid,
      data: { success: false, issues },
    });
  });
});

// The bounds of section 8, in code points.
describe('the bounds', () => {
  const settles = (work: Promise<unknown>) => work.then(() => true).catch(() => false);
  const text = (length: number) => `x${'\u{1f600}'.repeat(length - 1)}`;

  it.each([
    ['pseudo', 3, 30, (world: World, pseudo: string) => world.service.registerUser({ ...GOOD, pseudo })],
    ['password', 8, 255, (world: World, password: string) => world.service.registerUser({ ...GOOD, password })],
  ] as const)('of the %s are %d and %d', async (_field, min, max, register) => {
    const passes = async (length: number) => settles(register((await openNotedWorld()).world, text(length)));
    expect(await Promise.all([min - 1, min, max, max + 1].map(passes))).toEqual([false, true, true, false]);
  });

  it('of the nom are 3 and 255, at a creation and at an update', async () => {
    const { world, caller } = await openNotedWorld();
    const creates = (nom: string) => settles(world.service.createAlgo({ ...ALGO, nom }, caller));
    const updates = (nom: string) =>
      settles(world.service.updateAlgo({ id: 1, changes: { ...ALGO, id: 1, nom } }, caller));
    for (const passes of [creates, updates]) {
      const answers = await Promise.all([2, 3, 255, 256].map((length) => passes(text(length))));
      expect(answers).toEqual([false, true, true, false]);
    }
  });
});

it('the stored user has the names of the specification, and the password nowhere', async () => {
  const { world } = await openNotedWorld();
  const { id } = await world.service.registerUser(GOOD);
  const names = ['id', 'adresseMail', 'mdpHash', 'pseudo', 'dateInscription', 'isVerified', 'urlPfp'];
  expect(Object.keys(world.data.users.get(id)?.user ?? {})).toEqual(expect.arrayContaining(names));
  expect(world.data.dump()).not.toContain(PASSWORD);
  expect(JSON.stringify(world.ports.mailer.sent)).not.toContain(PASSWORD);
});
