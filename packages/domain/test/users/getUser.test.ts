import { describe, expect, it } from 'vitest';
import { changedUser, Responses } from '../../src/index.ts';
import { failing } from '../support/intercept.ts';
import { member, openWithAda, openWorld, refusal } from '../support/world.ts';

const { Unauthorized, Unavailable } = Responses.General;

describe('a user', () => {
  it('sees the own account completely, without the hash', async () => {
    const { world, ada: caller } = await openWithAda();
    const { id, adresseMail, pseudo, dateInscription, isVerified, urlPfp, locale, shareMails } = caller.user;
    const own = { id, adresseMail, pseudo, dateInscription, isVerified, urlPfp, locale, shareMails };
    expect(await world.service.getUser(id, caller)).toStrictEqual(own);
  });

  it('sees the public part of other users', async () => {
    const world = openWorld();
    const [ada, bob] = [await member(world, 'ada'), await member(world, 'bob')];
    const { id, pseudo, dateInscription, urlPfp } = bob.user;
    expect(await world.service.getUser(id, ada)).toStrictEqual({ id, pseudo, dateInscription, urlPfp });
  });

  it('is read from the store, not from the session', async () => {
    const { world, ada: caller } = await openWithAda();
    await world.ports.users.change(1, (now) => changedUser(now, 1, { pseudo: 'Ada L.' }));
    expect(await world.service.getUser(1, caller)).toMatchObject({ pseudo: 'Ada L.' });
  });

  it('is not found when unknown, deleted or being deleted', async () => {
    const world = openWorld();
    const [ada] = [await member(world, 'ada'), await member(world, 'bob')];
    await world.ports.users.markDeleted(2);
    for (const id of [2, 3, Number.MAX_SAFE_INTEGER]) {
      expect(await refusal(world.service.getUser(id, ada))).toBe(Responses.User.Not_found);
    }
  });

  it('needs a user with a session', async () => {
    const { world, ada: caller } = await openWithAda();
    expect(await refusal(world.service.getUser(1, { user: caller.user }))).toBe(Unauthorized);
    expect(await refusal(world.service.getUser(1, { session: caller.session }))).toBe(Unauthorized);
  });

  it('is unavailable, and not absent, when the store is down', async () => {
    const { world, ada: caller } = await openWithAda();
    const down = openWorld({ replace: world.ports, step: failing('users.') });
    expect(await refusal(down.service.getUser(1, caller))).toBe(Unavailable);
  });
});
