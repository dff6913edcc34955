import { describe, expect, it } from 'vitest';
import { interruptAtEveryStep } from '../support/crash.ts';
import { inManyOrders, scheduled } from '../support/interleaving.ts';
import { ENDINGS } from '../support/interruption.ts';
import { emailOf, mailedToken, openWorld, refusal } from '../support/world.ts';
import { confirmedMember, later, openShares, share, shareMails, sharesOf } from './sharing.ts';

it.each(ENDINGS)('a share that is interrupted is there or not, and its mail goes out: %s', async (ending) => {
  for (const isKnown of [true, false]) {
    await interruptAtEveryStep(
      {
        async prepare(world) {
          const owner = await confirmedMember(world, 'owner');
          await world.service.createAlgo({ ownerId: 1, nom: 'Euclid', sourceCode: {} }, owner);
          if (isKnown) await confirmedMember(world, 'bob');
          return owner;
        },
        operate: (service, owner) =>
          service.shareAlgo({ id: 1, share: { email: emailOf('bob'), droits: 'Read' } }, owner),
        async check({ world, outcome, at }) {
          const { users = [], waiting = [] } = await sharesOf(world);
          const isShared = users.length + waiting.length === 1;
          if (outcome === 'done') expect(isShared, at).toBe(true);
          expect(users.length + waiting.length, at).toBeLessThan(2);
          if (isShared) expect(users, at).toEqual(isKnown ? [2] : []);
          const sent = new Set(shareMails(world));
          const kind = isKnown ? 'algo_shared' : 'share_invitation';
          expect([...sent], at).toEqual(isShared ? [`${kind} ${emailOf('bob')} en`] : []);
          expect(
            await world.ports.algos.listSharesDue({ endsBefore: world.clock.now(), after: 0, limit: 9 }),
            at,
          ).toEqual([]);
        },
      },
      ending,
    );
  }
});

/** Bob has an invitation; the calls of the service to ports are in the order of the scheduler. */
async function invited(scheduler: Parameters<typeof scheduled>[0]) {
  const { world, owner } = await openShares();
  await share({ world, owner }, 'bob');
  const token = mailedToken(world, 'share_invitation');
  const bob = await confirmedMember(world, 'other');
  const { service } = openWorld({ replace: world.ports, policy: { limits: null }, step: scheduled(scheduler) });
  return { world, owner, token, bob, service };
}

describe('operations that race', () => {
  it('give the right once, or not at all when it is withdrawn', async () => {
    await inManyOrders(async (scheduler) => {
      const { world, owner, token, bob, service } = await invited(scheduler);
      const withdrawn = refusal(service.endWaitingShare({ id: 1, share: { email: emailOf('bob') } }, owner));
      const accepted = [service.acceptInvitation(token, bob), service.acceptInvitation(token, bob)];
      await scheduler.waitFor(Promise.all([withdrawn, ...accepted]));
      await later(world);
      const isWithdrawn = (await withdrawn) === 'resolved to undefined';
      expect(await sharesOf(world)).toEqual({ users: isWithdrawn ? [] : [2], waiting: [] });
    });
  });

  it('leave neither a right nor a waiting share of a user who is deleted meanwhile', async () => {
    await inManyOrders(async (scheduler) => {
      const { world, owner } = await openShares();
      const bob = await confirmedMember(world, 'bob');
      const { service } = openWorld({ replace: world.ports, policy: { limits: null }, step: scheduled(scheduler) });
      const shared = refusal(service.shareAlgo({ id: 1, share: { idUtilisateur: 2, droits: 'Read' } }, owner));
      const deleted = service.deleteUser({ id: 2 }, bob);
      await scheduler.waitFor(Promise.all([shared, deleted]));
      await later(world);
      expect(await sharesOf(world)).toEqual({ users: [], waiting: [] });
    });
  });

  it('keep every share of several that are made and accepted at once', async () => {
    await inManyOrders(async (scheduler) => {
      const { world, owner, token, bob, service } = await invited(scheduler);
      const shared = ['cleo', 'dora'].map((name) =>
        service.shareAlgo({ id: 1, share: { email: emailOf(name), droits: 'Read' } }, owner),
      );
      await scheduler.waitFor(Promise.all([...shared, service.acceptInvitation(token, bob)]));
      await later(world);
      await later(world);
      expect(await sharesOf(world)).toMatchObject({ users: [2] });
      expect((await sharesOf(world)).waiting?.toSorted()).toEqual([emailOf('cleo'), emailOf('dora')]);
      const toOthers = shareMails(world).filter((mail) => !mail.includes(emailOf('bob')));
      expect(toOthers).toHaveLength(2);
      expect(new Set(shareMails(world)).size).toBe(shareMails(world).length);
    }, 100);
  });
});
