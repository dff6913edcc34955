import { describe, expect, it } from 'vitest';
import { openNotedWorld } from './support/notedWorld.ts';
import { emailOf, PASSWORD, type World } from './support/world.ts';

const GOOD = { email: emailOf('new'), password: PASSWORD, pseudo: 'New' };
const ALGO = { ownerId: 1, nom: 'Sort', sourceCode: {} };

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
