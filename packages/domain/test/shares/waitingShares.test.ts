import { describe, expect, it } from 'vitest';
import { createAdministration } from '../../src/index.ts';
import { emailOf, mailedToken, member, PASSWORD, register, type World } from '../support/world.ts';
import { ask } from '../users/asking.ts';
import { confirmedMember, crashed, later, openShares, rightOf, share, shareMails, sharesOf } from './sharing.ts';

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
