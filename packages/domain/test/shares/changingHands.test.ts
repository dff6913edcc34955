import { describe, expect, it } from 'vitest';
import { createAdministration } from '../../src/index.ts';
import { emailOf, logIn, mailedToken, register, type World } from '../support/world.ts';
import { ask, change } from '../users/asking.ts';
import { confirmedMember, crashed, DAY, later, openShares, rightOf, share, shareMails, sharesOf } from './sharing.ts';

describe('an address that changes hands', () => {
  it('has given its shares to the account that confirmed it, which keeps them after a change', async () => {
    const { world, owner } = await openShares();
    await share({ world, owner }, 'bob');
    const bob = await confirmedMember(world, 'bob');
    await change(world, bob, 'bob-at-work');
    expect(await sharesOf(world)).toEqual({ users: [2], waiting: [] });
  });

  it('gives a share that is made for a confirmed account to nobody else, whatever becomes of the account', async () => {
    for (const leave of ['change and drop', 'take-back', 'deletion'] as const) {
      const { world, owner } = await openShares();
      await confirmedMember(world, 'bob');
      await share({ world: crashed(world), owner }, 'bob');
      await free(world, leave);
      const next = await confirmedMember(world, 'bob');
      await later(world);
      expect(await rightOf(world, next.user.id), leave).toBeUndefined();
      expect((await sharesOf(world)).waiting, leave).toEqual([]);
      expect(shareMails(world).length, leave).toBe(leave === 'deletion' ? 0 : 1);
    }
  });

  it('gives what waited to the first who confirmed it, also when that was not finished before it was left', async () => {
    for (const leave of ['change and drop', 'take-back', 'deletion', 'operator'] as const) {
      const { world, owner } = await openShares();
      await share({ world, owner }, 'bob');
      if (leave === 'take-back') await changedFrom(world, 'bob-before', 'bob');
      else await confirmInCrash(world);
      expect((await sharesOf(world)).waiting, 'not finished').toEqual([emailOf('bob')]);
      await free(world, leave);
      const next = await confirmedMember(world, 'bob');
      await later(world);
      expect(await rightOf(world, next.user.id), leave).toBeUndefined();
      const isThere = leave !== 'deletion' && leave !== 'operator';
      expect(await sharesOf(world), leave).toEqual({ users: isThere ? [2] : [], waiting: [] });
    }
  });

  it('gives what was shared after it was left to the next who confirms it', async () => {
    const { world, owner } = await openShares();
    await confirmedMember(world, 'bob');
    await free(world, 'change and drop');
    await share({ world, owner }, 'bob');
    const next = await confirmedMember(world, 'bob');
    expect(await sharesOf(world)).toEqual({ users: [next.user.id], waiting: [] });
  });

  it('gives what waited to whoever takes it back confirmed', async () => {
    const { world, owner } = await openShares();
    const bob = await confirmedMember(world, 'bob');
    await change(world, bob, 'eve');
    await share({ world, owner }, 'bob');
    expect(await sharesOf(world)).toEqual({ users: [], waiting: [emailOf('bob')] });
    await world.service.takeBackEmail(mailedToken(world, 'email_changed'));
    expect(await sharesOf(world)).toEqual({ users: [2], waiting: [] });
  });

  /** Bob confirms the address, and the process ends before anything follows. */
  async function confirmInCrash(world: World): Promise<void> {
    await register(world, 'bob');
    await crashed(world).service.confirmUser(mailedToken(world, 'confirm'));
  }

  /** An account with a confirmed address gets another one, and the process ends before anything follows. */
  async function changedFrom(world: World, from: string, to: string): Promise<void> {
    const caller = await confirmedMember(world, from);
    await ask(world, caller, emailOf(to));
    await crashed(world).service.changeEmail(mailedToken(world, 'change_email'));
  }

  /** User 2, who has the address of Bob, loses it in this way, so that somebody else can have it. */
  async function free(world: World, how: 'change and drop' | 'take-back' | 'deletion' | 'operator'): Promise<void> {
    const user = await world.ports.users.findById(2);
    if (how === 'operator') {
      await createAdministration(world.ports).deleteAccount(2);
      return;
    }
    const { caller } = await logIn(world, 'bob');
    if (how === 'deletion') await world.service.deleteUser({ id: 2 }, caller);
    if (how === 'change and drop') {
      await change(world, caller, 'bob-later');
      world.clock.advance(8 * DAY);
      await world.service.resumeWork();
    }
    if (how === 'take-back') {
      if (user?.emailChange.former.length === 0) {
        // The account gets an address of before, and then the address of Bob again.
        await change(world, caller, 'bob-later');
        await change(world, (await logIn(world, 'bob-later')).caller, 'bob');
        await change(world, (await logIn(world, 'bob')).caller, 'bob-later');
        await world.ports.users.dropOldEmails({ pendingBefore: 0, formerBefore: world.clock.now() + 1 });
        return;
      }
      await later(world);
      const [former] = (await world.ports.users.findById(2))?.emailChange.former ?? [];
      const token = await world.ports.mailTokens.make({
        userId: 2,
        purpose: 'take_back',
        version: former?.version ?? 0,
        dateExpiration: world.clock.now() + DAY,
      });
      await world.service.takeBackEmail(token);
    }
  }
});
