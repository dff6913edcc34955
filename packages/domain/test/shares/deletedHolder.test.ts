import { describe, expect, it } from 'vitest';
import { createAdministration } from '../../src/index.ts';
import { interruptAtEveryStep } from '../support/crash.ts';
import { before, intercept } from '../support/intercept.ts';
import { inManyOrders, scheduled } from '../support/interleaving.ts';
import { ENDINGS } from '../support/interruption.ts';
import { emailOf, logIn, mailedToken, openWorld, refusal, register, type World } from '../support/world.ts';
import { confirmedMember, crashed, later, openShares, share, shareMany, sharesOf, withStuckRecord } from './sharing.ts';

const NOTHING = { users: [], waiting: [] };

/** A right waits for the address of Bob, who is logged in and has not confirmed it. */
async function unconfirmed() {
  const { world, owner } = await openShares();
  await share({ world, owner }, 'bob');
  await register(world, 'bob');
  return { world, owner, caller: (await logIn(world, 'bob')).caller, token: mailedToken(world, 'confirm') };
}

describe('the deletion of the account that has confirmed an address', () => {
  it.each(['user', 'operator'] as const)(
    'ends what waits for it, also if the confirmation comes last: %s',
    async (who) => {
      const { world, caller, token } = await unconfirmed();
      const step = before('users.markDeleted', () => crashed(world).service.confirmUser(token));
      const ports = intercept(world.ports, step);
      if (who === 'operator') await createAdministration(ports).deleteAccount(2);
      else await openWorld({ replace: ports, policy: { limits: null } }).service.deleteUser({ id: 2 }, caller);
      expect(await sharesOf(world)).toEqual(NOTHING);
      await later(world);
      await confirmedMember(world, 'bob');
      expect(await sharesOf(world)).toEqual(NOTHING);
    },
  );

  it('gives the next holder nothing that waited for the former one, in any order with the confirmation', async () => {
    await inManyOrders(async (scheduler) => {
      const { world, caller, token } = await unconfirmed();
      const { service } = openWorld({ replace: world.ports, policy: { limits: null }, step: scheduled(scheduler) });
      const confirmed = refusal(service.confirmUser(token));
      await scheduler.waitFor(Promise.all([confirmed, service.deleteUser({ id: 2 }, caller)]));
      const wasConfirmed = (await confirmed).startsWith('resolved');
      expect((await sharesOf(world)).users).toEqual([]);
      const next = await confirmedMember(world, 'bob');
      expect(await sharesOf(world)).toEqual(wasConfirmed ? NOTHING : { users: [next.user.id], waiting: [] });
    });
  });

  it('leaves what waits for an address that was never confirmed', async () => {
    const { world, caller } = await unconfirmed();
    await world.service.deleteUser({ id: 2 }, caller);
    expect(await sharesOf(world)).toEqual({ users: [], waiting: [emailOf('bob')] });
  });

  it('is done although a record cannot be changed, and keeps the address until it can', async () => {
    const { world, owner } = await openShares();
    await shareMany({ world, owner }, 3, 'bob');
    await register(world, 'bob');
    await crashed(world).service.confirmUser(mailedToken(world, 'confirm'));
    const { caller } = await logIn(world, 'bob');
    const other = withStuckRecord(world, 2);
    await other.service.deleteUser({ id: 2 }, caller);
    expect(await world.ports.users.findById(2)).toBeNull();
    expect([await sharesOf(world, 1), await sharesOf(world, 3)]).toEqual([NOTHING, NOTHING]);
    world.clock.advance(600_001);
    await other.service.resumeWork();
    expect(await refusal(register(world, 'bob'))).toMatch(/Email_already_exists/);
    await later(world);
    await confirmedMember(world, 'bob');
    expect(await sharesOf(world, 2)).toEqual(NOTHING);
    expect(await world.ports.deletions.list()).toEqual([]);
  });

  it('by a slow server leaves what is shared with the address after another server has finished it', async () => {
    const { world, owner } = await openShares();
    await share({ world, owner }, 'bob');
    await register(world, 'bob');
    await crashed(world).service.confirmUser(mailedToken(world, 'confirm'));
    const { caller } = await logIn(world, 'bob');
    const step = before('algos.compareAndSet', async () => {
      await world.service.resumeWork();
      await share({ world, owner }, 'bob');
    });
    const slow = openWorld({ replace: world.ports, policy: { limits: null }, step });
    await slow.service.deleteUser({ id: 2 }, caller);
    expect(await sharesOf(world)).toEqual({ users: [], waiting: [emailOf('bob')] });
  });

  it.each([
    ['before the record is read', 'algos.listWaiting', [emailOf('bob')]],
    ['after the user was read, and before the commit', 'algos.compareAndSet', []],
  ])(
    'that another server has begun, past the rights, leaves no right to the user: %s',
    async (_when, late, waiting) => {
      const { world, token } = await unconfirmed();
      const step = before(late, async () => {
        await world.ports.users.markDeleted(2);
        await world.ports.algos.removeRights(2);
      });
      const slow = openWorld({ replace: world.ports, policy: { limits: null }, step });
      await slow.service.confirmUser(token);
      expect(await sharesOf(world)).toEqual({ users: [], waiting });
      expect(slow.problems).toEqual([]);
    },
  );

  it('is done of a damaged account, and says that what waits was not ended', async () => {
    const { world } = await unconfirmed();
    world.data.damage({ place: 'users', id: 2, field: 'pseudo' });
    const problems: string[] = [];
    const administration = createAdministration(world.ports, { onProblem: (_, where) => problems.push(where) });
    await administration.deleteAccount(2);
    expect([...world.data.users.keys()]).toEqual([1]);
    expect(problems).toEqual(['shares that wait for a user who is deleted: not ended']);
  });

  it.each(ENDINGS)('leaves nothing to the next holder when it is interrupted: %s', async (ending) => {
    await interruptAtEveryStep(
      {
        async prepare(world) {
          const owner = await confirmedMember(world, 'owner');
          await world.service.createAlgo({ ownerId: 1, nom: 'Euclid', sourceCode: {} }, owner);
          await share({ world, owner }, 'bob');
          await register(world, 'bob');
          await crashed(world).service.confirmUser(mailedToken(world, 'confirm'));
          return (await logIn(world, 'bob')).caller;
        },
        operate: (service, caller) => service.deleteUser({ id: 2 }, caller),
        async check({ world, outcome, at }) {
          const isThere = (await world.ports.users.findById(2)) !== null;
          if (outcome === 'done') expect(isThere, at).toBe(false);
          await later(world);
          if (!isThere) await nextHolder(world, at);
          expect(await sharesOf(world), at).toEqual(isThere ? { users: [2], waiting: [] } : NOTHING);
        },
      },
      ending,
    );
  });

  async function nextHolder(world: World, at: string): Promise<void> {
    const next = await confirmedMember(world, 'bob');
    expect(next.user.id, at).toBeGreaterThan(2);
  }
});
