import { describe, expect, it } from 'vitest';
import type { AuthenticatedCaller } from '../../src/caller.ts';
import { createAdministration, createService, Responses } from '../../src/index.ts';
import { emailOf, logIn, mailedToken, member, openWorld, refusal, type World } from '../support/world.ts';
import { ask, change } from '../users/asking.ts';
import {
  confirmedMember,
  DAY,
  grantedTo,
  later,
  openShares,
  rightOf,
  share,
  shareMails,
  shareMany,
  sharesOf,
  withStuckRecord,
} from './sharing.ts';

const NOTHING = { users: [], waiting: [emailOf('bob')] };

/**
 * Somebody else has made an account with the address of Bob, user 2, and is logged in. The link of the invitation is in the mailbox of Bob.
 */
async function attacked(options: Parameters<typeof openShares>[0] = {}) {
  const { world, owner } = await openShares(options);
  const attacker = await member(world, 'bob');
  await share({ world, owner }, 'bob');
  return { world, owner, attacker, link: mailedToken(world, 'share_invitation') };
}

const isReader = (world: World, caller: AuthenticatedCaller): Promise<boolean> =>
  world.service.getAlgo({ id: 1 }, caller).then(
    () => true,
    () => false,
  );

describe('an account with the address that a share waits for gets nothing by that', () => {
  const ORDERS: Readonly<Record<string, (world: World, attacker: AuthenticatedCaller) => Promise<unknown>>> = {
    'the link of the confirmation is opened': (world) => world.service.confirmUser(mailedToken(world, 'confirm')),
    'an operator confirms the address': (world) => createAdministration(world.ports).confirmAccount(2),
    'the password is reset': async (world) => {
      await world.service.recoverPassword({ email: emailOf('bob') });
      await world.service.resetPassword({ token: mailedToken(world, 'recover'), changes: { password: 'another one' } });
    },
    'the address is changed to another one and back': async (world, attacker) => {
      await change(world, attacker, 'eve');
      await change(world, attacker, 'bob');
    },
    'the address is taken back': async (world, attacker) => {
      await world.service.confirmUser(mailedToken(world, 'confirm'));
      await change(world, attacker, 'eve');
      await world.service.takeBackEmail(mailedToken(world, 'email_changed'));
    },
  };

  it.each(Object.keys(ORDERS))('when %s: neither a session from before nor one from after', async (order) => {
    const { world, attacker, link } = await attacked();
    await ORDERS[order]?.(world, attacker);
    await later(world);
    expect(await sharesOf(world)).toEqual(NOTHING);
    expect(await isReader(world, attacker)).toBe(false);
    const after = await logIn(world, 'bob').catch(() => null); // the former password may be void
    if (after !== null) expect(await isReader(world, after.caller)).toBe(false);
    const bob = await confirmedMember(world, 'bob-at-home');
    expect(await world.service.acceptInvitation(link, bob)).toEqual({ algos: [1], isComplete: true });
    expect(await sharesOf(world)).toEqual({ users: [bob.user.id], waiting: [] });
    expect(await isReader(world, attacker)).toBe(false);
  });

  it('when the account was made after the invitation, or gets the address later', async () => {
    const { world, owner } = await openShares();
    await share({ world, owner }, 'bob');
    const eve = await confirmedMember(world, 'eve');
    await ask(world, eve, emailOf('bob'));
    await world.service.changeEmail(mailedToken(world, 'change_email'));
    await later(world);
    expect(await sharesOf(world)).toEqual(NOTHING);
  });

  it('and takes nothing away from it when it is deleted', async () => {
    const { world, attacker, link } = await attacked();
    await world.service.confirmUser(mailedToken(world, 'confirm'));
    await world.service.deleteUser({ id: 2 }, attacker);
    await later(world);
    expect(await sharesOf(world)).toEqual(NOTHING);
    const bob = await confirmedMember(world, 'bob');
    expect(await world.service.acceptInvitation(link, bob)).toEqual({ algos: [1], isComplete: true });
  });
});

it('a share with the address of a confirmed account is that account’s at once', async () => {
  const { world, owner } = await openShares();
  const bob = await confirmedMember(world, 'bob');
  await share({ world, owner }, 'bob');
  expect(await isReader(world, bob)).toBe(true);
});

describe('the link of an invitation', () => {
  it('changes nothing when it is only looked at', async () => {
    const { world, link } = await attacked();
    expect(await world.service.checkInvitation(link)).toEqual({ adresseMail: emailOf('bob') });
    expect(await sharesOf(world)).toEqual(NOTHING);
  });

  it('gives what waits for the address on every algorithm, once, without a mail', async () => {
    const { world, owner } = await openShares({ bounds: { batch: 2 } });
    await shareMany({ world, owner }, 5, 'bob');
    await world.service.shareAlgo({ id: 5, share: { email: emailOf('cleo'), droits: 'Read' } }, owner);
    const link = mailedToken({ ports: onlyTo(world, 'bob') }, 'share_invitation');
    const bob = await confirmedMember(world, 'other');
    expect(await world.service.acceptInvitation(link, bob)).toEqual({ algos: [1, 2, 3, 4, 5], isComplete: true });
    expect(await sharesOf(world, 5)).toEqual({ users: [2], waiting: [emailOf('cleo')] });
    await world.service.endShare({ id: 1, idUtilisateur: 2 }, owner);
    expect(await world.service.acceptInvitation(link, bob)).toEqual({ algos: [], isComplete: true });
    expect(await grantedTo(world, 2, 5)).toEqual([2, 3, 4, 5]);
    expect(shareMails(world).filter((mail) => mail.startsWith('algo_shared'))).toEqual([]);
  });

  it('gives nothing to the owner, and nothing that was withdrawn', async () => {
    const { world, owner, attacker, link } = await attacked();
    expect(await world.service.acceptInvitation(link, owner)).toEqual({ algos: [], isComplete: true });
    expect(await sharesOf(world)).toEqual(NOTHING);
    await world.service.endWaitingShare({ id: 1, share: { email: emailOf('bob') } }, owner);
    expect(await world.service.acceptInvitation(link, attacker)).toEqual({ algos: [], isComplete: true });
    expect(await sharesOf(world)).toEqual({ users: [], waiting: [] });
  });

  it('ends with the share, also when the owner gives another right meanwhile', async () => {
    const { world, owner, attacker, link } = await attacked();
    world.clock.advance(29 * DAY);
    await share({ world, owner }, 'bob', 'ReadWrite');
    expect(shareMails(world)).toHaveLength(1);
    const { waiting } = await world.service.listShares(1, owner);
    world.clock.advance((waiting[0]?.dateExpiration ?? 0) - world.clock.now());
    expect(await refusal(world.service.acceptInvitation(link, attacker))).toBe(Responses.User.Invalid_token);
    expect((await world.service.listShares(1, owner)).waiting).toEqual([]);
  });

  it('is no link of another kind, and no other is one', async () => {
    const { world, attacker, link } = await attacked();
    const { service } = world;
    for (const use of [service.confirmUser, service.changeEmail, service.takeBackEmail, service.checkRecovery])
      expect(await refusal(use(link))).toBe(Responses.User.Invalid_token);
    const confirmation = mailedToken(world, 'confirm');
    expect(await refusal(service.acceptInvitation(confirmation, attacker))).toBe(Responses.User.Invalid_token);
    expect(await refusal(service.refuseInvitations(confirmation))).toBe(Responses.User.Invalid_token);
  });

  it('gives the stronger right when the user has one already', async () => {
    const { world, owner } = await openShares();
    await share({ world, owner }, 'bob-at-work', 'ReadWrite');
    const bob = await confirmedMember(world, 'bob');
    await share({ world, owner }, 2);
    await world.service.acceptInvitation(mailedToken(world, 'share_invitation'), bob);
    expect(await rightOf(world, 2)).toBe('ReadWrite');
  });

  it.each([2, 100])('gives what waits on %i records at most in one answer, and the rest in the next', async (most) => {
    const { world, owner } = await openShares();
    await shareMany({ world, owner }, most + 1, 'bob');
    const bounds = most === 100 ? {} : { acceptedShares: most, batch: 1 };
    const { service } = openWorld({ replace: world.ports, policy: { limits: null }, bounds });
    const link = mailedToken(world, 'share_invitation');
    const bob = await confirmedMember(world, 'bob');
    expect(await service.acceptInvitation(link, bob)).toMatchObject({ isComplete: false });
    expect(await grantedTo(world, 2, most + 1)).toHaveLength(most);
    expect(await service.acceptInvitation(link, bob)).toEqual({ algos: [most + 1], isComplete: true });
  });

  it('stops at no record that cannot be changed, or is damaged', async () => {
    const { world, owner } = await openShares();
    await shareMany({ world, owner }, 4, 'bob');
    const link = mailedToken(world, 'share_invitation');
    const bob = await confirmedMember(world, 'bob');
    world.data.damage({ place: 'algos', id: 3, field: 'nom' });
    const other = withStuckRecord(world, 2);
    expect(await other.service.acceptInvitation(link, bob)).toEqual({ algos: [1, 4], isComplete: false });
    expect(other.problems).toEqual(Array(2).fill('shares that wait for an address'));
  });
});

describe('an address whose reader wants no more invitations', () => {
  it('gets none, in any case of letters; what is shared with it waits, and other addresses get theirs', async () => {
    const { world, owner, link } = await attacked();
    await world.service.refuseInvitations(link);
    await world.service.refuseInvitations(link);
    const { id } = (await world.service.createAlgo({ ownerId: 1, nom: 'Euclid', sourceCode: {} }, owner)).algo;
    for (const email of [emailOf('bob'), emailOf('bob').toUpperCase(), emailOf('cleo')])
      await world.service.shareAlgo({ id, share: { email, droits: 'Read' } }, owner);
    await later(world);
    expect(shareMails(world).slice(1)).toEqual([`share_invitation ${emailOf('cleo')} en`]);
    expect((await sharesOf(world, id)).waiting).toHaveLength(3);
    expect(await world.ports.algos.listSharesDue({ endsBefore: 0, after: 0, limit: 9 })).toEqual([]);
  });

  it('gets none for ten years, and all other mails', async () => {
    const { world, owner, link } = await attacked();
    await world.service.refuseInvitations(link);
    world.clock.advance(10 * 365 * DAY - 1);
    await world.service.resumeWork();
    await share({ world, owner }, 'bob-elsewhere');
    await world.service.createAlgo({ ownerId: 1, nom: 'Euclid', sourceCode: {} }, owner);
    await world.service.shareAlgo({ id: 2, share: { email: emailOf('bob'), droits: 'Read' } }, owner);
    expect(shareMails(world).slice(1)).toEqual([`share_invitation ${emailOf('bob-elsewhere')} en`]);
    await world.service.recoverPassword({ email: emailOf('bob') });
    expect(mailedToken(world, 'recover')).not.toBe('');
    world.clock.advance(1);
    await world.service.createAlgo({ ownerId: 1, nom: 'Euclid', sourceCode: {} }, owner);
    await world.service.shareAlgo({ id: 3, share: { email: emailOf('bob'), droits: 'Read' } }, owner);
    expect(shareMails(world)).toHaveLength(3);
  });
});

/** The ports with the mails to this person alone. */
const onlyTo = ({ ports }: World, name: string): World['ports'] => ({
  ...ports,
  mailer: {
    ...ports.mailer,
    sent: ports.mailer.sent.filter(({ recipient }) => recipient.adresseMail === emailOf(name)),
  },
});

it('after a shorter time is set, an earlier share waits as long as it said, and its link works in the last part of that', async () => {
  const { world, owner } = await openShares();
  await share({ world, owner }, 'bob');
  const link = mailedToken(world, 'share_invitation');
  const bob = await confirmedMember(world, 'bob-at-home');
  const policy = { shares: { waitingPerAlgo: 100, waitingMs: DAY } };
  const service = createService(world.ports, { policy });
  expect(await refusal(service.acceptInvitation(link, bob))).toBe(Responses.User.Invalid_token);
  world.clock.advance(10 * DAY);
  await service.resumeWork();
  expect(await sharesOf(world)).toEqual(NOTHING);
  world.clock.advance(19 * DAY);
  expect(await service.acceptInvitation(link, bob)).toEqual({ algos: [1], isComplete: true });
});
