import { expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { logIn, openWorld, refusal, register } from '../support/world.ts';

it('a user reads the own account without the hash, and when the session began and ends', async () => {
  const world = openWorld();
  const own = await register(world, 'ada');
  const { caller } = await logIn(world, 'ada');
  const { dateCreation, dateExpiration } = caller.session;
  const session = { dateCreation, dateUtilisation: world.clock.now(), dateExpiration };
  expect(dateExpiration).toBeGreaterThan(dateCreation);
  expect(await world.service.getOwnUser(caller)).toStrictEqual({ utilisateur: own, session });
});

it('a caller without a session has no own account', async () => {
  const { service } = openWorld();
  expect(await refusal(service.getOwnUser({}))).toBe(Responses.General.Unauthorized);
});
