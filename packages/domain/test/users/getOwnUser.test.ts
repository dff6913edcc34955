import { expect, it } from 'vitest';
import { Responses, SHARE_BYTES } from '../../src/index.ts';
import { logIn, member, openWorld, refusal, register } from '../support/world.ts';

it('a user reads the own account without the hash, and when the session began and ends', async () => {
  const world = openWorld();
  const own = await register(world, 'ada');
  const { caller } = await logIn(world, 'ada');
  const { dateCreation, dateExpiration } = caller.session;
  const session = { dateCreation, dateUtilisation: world.clock.now(), dateExpiration };
  expect(dateExpiration).toBeGreaterThan(dateCreation);
  const usage = { algos: { used: 0, limit: 10_000 }, bytes: { used: 0, versions: 0, limit: 1_073_741_824 } };
  expect(await world.service.getOwnUser(caller)).toStrictEqual({ utilisateur: own, session, usage });
});

it.each([
  ['the quota', { algos: 5, bytes: 1_000 }],
  ['null without a quota', null],
])('a user sees what the own algorithms use, no matter who wrote them, and %s', async (_, quota) => {
  const world = openWorld({ policy: { quota } });
  const { service } = world;
  const [ada, bob] = [await member(world, 'ada'), await member(world, 'bob')];
  const usage = async () => {
    const { algos, bytes } = (await service.getOwnUser(ada)).usage;
    expect([algos.limit, bytes.limit]).toEqual([quota?.algos ?? null, quota?.bytes ?? null]);
    return [algos.used, bytes.used, bytes.versions];
  };
  expect(await usage()).toEqual([0, 0, 0]);
  const permsAlgorithme = [{ idUtilisateur: bob.user.id, droits: 'ReadWrite' as const }];
  const { id } = (await service.createAlgo({ ownerId: ada.user.id, nom: 'Sort', sourceCode: [1] }, ada)).algo;
  await service.patchAlgo({ id, changes: { permsAlgorithme } }, ada);
  expect(await usage()).toEqual([1, 3 + SHARE_BYTES, 0]);
  await service.patchAlgo({ id, changes: { sourceCode: [1, 2, 3] } }, bob);
  await service.copyAlgo({ id, changes: {} }, bob);
  expect(await usage()).toEqual([1, 7 + SHARE_BYTES, 3]);
  await service.deleteAlgo({ id }, ada);
  expect(await usage(), 'in the bin').toEqual([1, 7 + SHARE_BYTES, 3]);
  await service.purgeAlgo({ id }, ada);
  expect(await usage()).toEqual([0, 0, 0]);
});

it('a caller without a session has no own account', async () => {
  const { service } = openWorld();
  expect(await refusal(service.getOwnUser({}))).toBe(Responses.General.Unauthorized);
});
