import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Responses, UnavailableError } from '../../src/index.ts';
import { interruptAtEveryStep } from '../support/crash.ts';
import { before, failing, type Step } from '../support/intercept.ts';
import { inManyOrders, scheduled } from '../support/interleaving.ts';
import { ENDINGS } from '../support/interruption.ts';
import {
  emailOf,
  logIn,
  mailedToken,
  member,
  openWorld,
  PASSWORD,
  refusal,
  register,
  type World,
} from '../support/world.ts';
import { ask, change } from '../users/asking.ts';
import { confirmedMember, DAY, openShares, share, shareMails, sharesOf } from './sharing.ts';

/** What the user may do with the algorithm. */
const rightOf = async ({ ports }: World, userId: number) =>
  (await ports.algos.findById(1))?.permsAlgorithme.find(({ idUtilisateur }) => idUtilisateur === userId)?.droits;

/** The service while everything about shares fails behind the commit: what a crash leaves. */
const crashed = (world: World): World => ({
  ...world,
  service: openWorld({
    replace: world.ports,
    policy: { limits: null },
    step: failing('algos.listWaiting', 'mailer.send', 'outbox.end'),
  }).service,
});

const later = async (world: World): Promise<void> => {
  world.clock.advance(60_001);
  await world.service.resumeWork();
};

describe('an address that is confirmed', () => {
  it('gives what waits for it on every algorithm, also when a reset or an operator confirms it', async () => {
    for (const confirm of ['link', 'reset', 'operator', 'account'] as const) {
      const { world, owner } = await openShares({ bounds: { batch: 2 } });
      for (let id = 2; id <= 5; id += 1) {
        await world.service.createAlgo({ ownerId: 1, nom: 'Euclid', sourceCode: {} }, owner);
        await world.service.shareAlgo({ id, share: { email: emailOf('bob'), droits: 'Read' } }, owner);
      }
      await share({ world, owner }, 'bob');
      await confirmBy(world, confirm);
      for (let id = 1; id <= 5; id += 1)
        expect(await sharesOf(world, id), confirm).toEqual({ users: [2], waiting: [] });
      expect(world.problems).toEqual([]);
      expect((await world.ports.users.findById(2))?.due.map(({ kind }) => kind)).not.toContain('shares');
    }
  });

  async function confirmBy(world: World, how: 'link' | 'reset' | 'operator' | 'account'): Promise<void> {
    const { createAdministration } = await import('../../src/index.ts');
    const administration = createAdministration(world.ports);
    if (how === 'account') {
      await administration.createAccount({
        pseudo: 'bob',
        email: emailOf('bob'),
        password: PASSWORD,
        isVerified: true,
      });
      return later(world);
    }
    await register(world, 'bob');
    if (how === 'link') await world.service.confirmUser(mailedToken(world, 'confirm'));
    if (how === 'operator') {
      await administration.confirmAccount(2);
      await later(world);
    }
    if (how === 'reset') {
      await world.service.recoverPassword({ email: emailOf('bob') });
      await world.service.resetPassword({ token: mailedToken(world, 'recover'), changes: { password: 'another one' } });
    }
  }

  it('gives nothing before, and nothing to somebody with another address', async () => {
    const { world, owner } = await openShares();
    await share({ world, owner }, 'bob');
    await member(world, 'bob');
    await confirmedMember(world, 'cleo');
    await later(world);
    expect(await sharesOf(world)).toEqual({ users: [], waiting: [emailOf('bob')] });
  });

  it('gives what waits when it becomes the address of an account, and nothing while it is asked for', async () => {
    const { world, owner } = await openShares();
    const bob = await confirmedMember(world, 'bob');
    await share({ world, owner }, 'bob-at-work');
    await ask(world, bob, emailOf('bob-at-work'));
    await later(world);
    expect(await rightOf(world, 2)).toBeUndefined();
    await world.service.changeEmail(mailedToken(world, 'change_email'));
    expect(await sharesOf(world)).toEqual({ users: [2], waiting: [] });
  });

  it('is invited at an unconfirmed address by a mail that was late, or told when it is confirmed by then', async () => {
    for (const isConfirmed of [false, true]) {
      const { world, owner } = await openShares();
      await share({ world: crashed(world), owner }, 'bob');
      expect(await sharesOf(world)).toEqual({ users: [], waiting: [emailOf('bob')] });
      if (isConfirmed) await confirmedMember(world, 'bob');
      await later(world);
      await later(world);
      const kind = isConfirmed ? 'algo_shared' : 'share_invitation';
      expect(shareMails(world)).toEqual([`${kind} ${emailOf('bob')} en`]);
    }
  });
});

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
    const { createAdministration } = await import('../../src/index.ts');
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

describe('a right that the owner lowers or takes back while what waited is due', () => {
  /** ReadWrite waits for the address, whose owner has confirmed it; nothing was given yet. */
  async function due() {
    const { world, owner } = await openShares();
    await share({ world, owner }, 'bob', 'ReadWrite');
    await register(world, 'bob');
    await crashed(world).service.confirmUser(mailedToken(world, 'confirm'));
    return { world, owner };
  }

  it('is not raised again', async () => {
    const { world, owner } = await due();
    await share({ world, owner }, 'bob', 'Read');
    expect(await sharesOf(world)).toEqual({ users: [2], waiting: [] });
    await later(world);
    expect(await rightOf(world, 2)).toBe('Read');
  });

  it('does not come back', async () => {
    const { world, owner } = await due();
    await share({ world, owner }, 2, 'Read');
    await world.service.endShare({ id: 1, idUtilisateur: 2 }, owner);
    await later(world);
    expect(await sharesOf(world)).toEqual({ users: [], waiting: [] });
  });
});

it('a deletion is finished after a crash, also if giving what waited took longer than an unfinished deletion is kept', async () => {
  const { world, owner } = await openShares();
  await share({ world, owner }, 'bob');
  await register(world, 'bob');
  await crashed(world).service.confirmUser(mailedToken(world, 'confirm'));
  const { caller } = await logIn(world, 'bob');
  const slow = before('algos.compareAndSet', async () => {
    world.clock.advance(600_001);
    await world.service.resumeWork();
  });
  let isDead = false;
  const step: Step = async (name, run) => {
    if (isDead) throw new UnavailableError();
    const result = await slow(name, run);
    isDead = name === 'users.markDeleted';
    return result;
  };
  const dying = openWorld({ replace: world.ports, policy: { limits: null }, step }).service;
  expect(await refusal(dying.deleteUser({ id: 2 }, caller))).toBe(Responses.General.Unavailable);
  await later(world);
  expect([...world.data.users.keys()]).toEqual([1]);
});

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
    const world = openWorld({ policy: { limits: null } });
    const thief = await member(world, 'ada');
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

  it('sends no mails while the account is disabled', async () => {
    const { createAdministration } = await import('../../src/index.ts');
    const { world, owner } = await openShares();
    await share({ world: crashed(world), owner }, 'bob');
    await createAdministration(world.ports).disableAccount(1);
    await later(world);
    expect([shareMails(world), await sharesOf(world)]).toEqual([[], { users: [], waiting: [emailOf('bob')] }]);
    expect(await world.ports.algos.listSharesDue({ before: world.clock.now(), limit: 9 })).toEqual([]);
  });
});

describe('a share that is interrupted', () => {
  it.each(ENDINGS)('is there or not, and its mail goes out: %s', async (ending) => {
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
            expect(await world.ports.algos.listSharesDue({ before: world.clock.now(), limit: 9 }), at).toEqual([]);
          },
        },
        ending,
      );
    }
  });

  it.each(ENDINGS)('takes effect after the confirmation: %s', async (ending) => {
    await interruptAtEveryStep(
      {
        async prepare(world) {
          const owner = await confirmedMember(world, 'owner');
          await world.service.createAlgo({ ownerId: 1, nom: 'Euclid', sourceCode: {} }, owner);
          await share({ world, owner }, 'bob');
          await register(world, 'bob');
          return mailedToken(world, 'confirm');
        },
        operate: (service, token) => service.confirmUser(token),
        async check({ world, outcome, at }) {
          const isVerified = (await world.ports.users.findById(2))?.isVerified === true;
          if (outcome === 'done') expect(isVerified, at).toBe(true);
          const expected = isVerified ? { users: [2], waiting: [] } : { users: [], waiting: [emailOf('bob')] };
          expect(await sharesOf(world), at).toEqual(expected);
        },
      },
      ending,
    );
  });
});

describe('operations that race', () => {
  it('give the right once, or not at all when it is withdrawn', async () => {
    await inManyOrders(async (scheduler) => {
      const { world, owner } = await openShares();
      await share({ world, owner }, 'bob');
      await register(world, 'bob');
      const token = mailedToken(world, 'confirm');
      const { service } = openWorld({ replace: world.ports, policy: { limits: null }, step: scheduled(scheduler) });
      const withdrawn = refusal(service.endWaitingShare({ id: 1, share: { email: emailOf('bob') } }, owner));
      const confirmed = service.confirmUser(token);
      await scheduler.waitFor(Promise.all([withdrawn, confirmed]));
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

  it('keep every share of several that are made and confirmed at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const { world, owner } = await openShares();
        await register(world, 'bob');
        const token = mailedToken(world, 'confirm');
        const { service } = openWorld({ replace: world.ports, policy: { limits: null }, step: scheduled(scheduler) });
        const shared = ['bob', 'cleo', 'dora'].map((name) =>
          service.shareAlgo({ id: 1, share: { email: emailOf(name), droits: 'Read' } }, owner),
        );
        await scheduler.waitFor(Promise.all([...shared, service.confirmUser(token)]));
        await later(world);
        await later(world);
        expect(await sharesOf(world)).toMatchObject({ users: [2] });
        expect((await sharesOf(world)).waiting?.toSorted()).toEqual([emailOf('cleo'), emailOf('dora')]);
        // Who confirms the address while the invitation is being sent is told once more.
        const toOthers = shareMails(world).filter((mail) => !mail.includes(emailOf('bob')));
        expect(toOthers).toHaveLength(2);
        expect(new Set(shareMails(world)).size).toBe(shareMails(world).length);
      }),
      { numRuns: 100 },
    );
  });
});
