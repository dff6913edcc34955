import { describe, expect, it } from 'vitest';
import { createAdministration, Responses } from '../../src/index.ts';
import { emailOf, mailedToken, openWithAda, refusal } from '../support/world.ts';
import { confirmedMember, crashed, later, openShares, share, shareMails, sharesOf } from './sharing.ts';

describe('the sharer', () => {
  it('gives nothing any more when the algorithm or the account is deleted', async () => {
    for (const what of ['algorithm', 'account'] as const) {
      const { world, owner } = await openShares();
      await share({ world, owner }, 'bob');
      if (what === 'algorithm') await world.service.deleteAlgo({ id: 1 }, owner);
      else await world.service.deleteUser({ id: 1 }, owner);
      const bob = await confirmedMember(world, 'bob');
      expect(await refusal(world.service.getAlgo({ id: 1 }, bob))).toBe(Responses.Algo.Not_found);
      expect(await world.ports.algos.listWaiting({ mailbox: emailOf('bob'), after: 0, limit: 9 })).toEqual([]);
      expect(world.problems).toEqual([]);
    }
  });

  it('gives nothing any more when the account was taken over by the owner of its mailbox', async () => {
    const { world, ada: thief } = await openWithAda({ policy: { limits: null } });
    await world.service.createAlgo({ ownerId: 1, nom: 'Euclid', sourceCode: {} }, thief);
    await world.service.shareAlgo({ id: 1, share: { email: emailOf('bob'), droits: 'ReadWrite' } }, thief);
    await world.service.recoverPassword({ email: emailOf('ada') });
    await world.service.resetPassword({ token: mailedToken(world, 'recover'), changes: { password: 'another one' } });
    expect(await sharesOf(world)).toEqual({ users: [], waiting: [] });
    const late = world.service.shareAlgo({ id: 1, share: { email: emailOf('bob'), droits: 'Read' } }, thief);
    expect(await refusal(late)).toBe(Responses.General.Unauthorized);
    await confirmedMember(world, 'bob');
    expect(await sharesOf(world)).toEqual({ users: [], waiting: [] });
  });

  it('whose record is damaged keeps no mails of others back', async () => {
    const { world, owner } = await openShares({ bounds: { batch: 2 } });
    const eve = await confirmedMember(world, 'eve');
    for (let id = 2; id <= 6; id += 1) {
      await world.service.createAlgo({ ownerId: 2, nom: 'Euclid', sourceCode: {} }, eve);
      const input = { id, share: { email: emailOf('zoe'), droits: 'Read' } };
      await crashed(world).service.shareAlgo(input, eve);
    }
    await world.service.createAlgo({ ownerId: 1, nom: 'Euclid', sourceCode: {} }, owner);
    await crashed(world).service.shareAlgo({ id: 7, share: { email: emailOf('bob'), droits: 'Read' } }, owner);
    world.data.damage({ place: 'users', id: 2, field: 'pseudo' });
    await later(world);
    expect(shareMails(world)).toEqual([`share_invitation ${emailOf('bob')} en`]);
    expect(world.problems.filter((where) => where === 'shares with something due')).toHaveLength(5);
  });

  it('sends no mails while the account is disabled', async () => {
    const { world, owner } = await openShares();
    await share({ world: crashed(world), owner }, 'bob');
    await createAdministration(world.ports).disableAccount(1);
    await later(world);
    expect([shareMails(world), await sharesOf(world)]).toEqual([[], { users: [], waiting: [emailOf('bob')] }]);
    expect(await world.ports.algos.listSharesDue({ endsBefore: world.clock.now(), after: 0, limit: 9 })).toEqual([]);
  });
});
