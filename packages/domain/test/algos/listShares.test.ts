import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { openShares, share } from '../shares/sharing.ts';
import { failing } from '../support/intercept.ts';
import { openWorld, refusal, register } from '../support/world.ts';

/** The algorithm 1 of user 1, shared with the users 2 to 4 and read in batches of two. */
async function opened() {
  const shared = await openShares({ bounds: { batch: 2 } });
  for (const name of ['bob', 'cleo', 'dan']) await register(shared.world, name);
  for (const id of [2, 3, 4]) await share(shared, id);
  const listed = async () => {
    const { shares } = await shared.world.service.listShares(1, shared.owner);
    return shares.map(({ idUtilisateur, pseudo }) => [idUtilisateur, pseudo]);
  };
  return { ...shared, listed };
}

describe('the list of shares', () => {
  it('has each share once, also where they are more than a batch', async () => {
    const { world, listed } = await opened();
    expect(await listed()).toEqual([
      [2, 'bob'],
      [3, 'cleo'],
      [4, 'dan'],
    ]);
    expect(world.problems).toEqual([]);
  });

  it('has no share of a user who is being deleted', async () => {
    const { world, listed } = await opened();
    await world.ports.users.markDeleted(3);
    expect(await listed()).toEqual([
      [2, 'bob'],
      [4, 'dan'],
    ]);
  });

  it('has a damaged user without a pseudo, and reports the record', async () => {
    const { world, listed } = await opened();
    world.data.damage({ place: 'users', id: 3, field: 'pseudo' });
    expect(await listed()).toEqual([
      [2, 'bob'],
      [3, null],
      [4, 'dan'],
    ]);
    expect(world.problems).toEqual(['list of shares: without pseudo']);
  });

  it('is unavailable as the users are', async () => {
    const { world, owner } = await opened();
    const { service } = openWorld({ replace: world.ports, step: failing('users.findById') });
    expect(await refusal(service.listShares(1, owner))).toBe(Responses.General.Unavailable);
  });
});
