import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { newGrant } from '../../testkit/suites/samples.ts';
import { emailOf, mailedToken, member, refusal, register, type World } from '../support/world.ts';
import { confirmedMember, DAY, openShares, share, shareMails, sharesOf } from './sharing.ts';

const { Too_many_shares, Share_not_found } = Responses.Algo;
const { Invalid_data, Missing_data } = Responses.General;

describe('sharing with a user', () => {
  it('gives the right at once, with its date, and tells the user once, in their language', async () => {
    const { world, owner } = await openShares();
    const bob = await confirmedMember(world, 'bob');
    await world.service.updateUser({ id: 2, changes: { currentPassword: 'correct horse', locale: 'fr' } }, bob);
    const date = world.clock.now();
    expect(await share({ world, owner }, 2, 'ReadWrite')).toBeUndefined();
    expect((await world.service.getAlgo({ id: 1 }, bob)).algo.droits).toBe('ReadWrite');
    const { shares, waiting } = await world.service.listShares(1, owner);
    expect({ shares, waiting }).toEqual({
      shares: [{ idUtilisateur: 2, pseudo: 'bob', droits: 'ReadWrite', date }],
      waiting: [],
    });
    await share({ world, owner }, 2, 'Read');
    world.clock.advance(DAY);
    await world.service.resumeWork();
    expect(shareMails(world)).toEqual([`algo_shared ${emailOf('bob')} fr`]);
    expect(world.ports.mailer.sent.at(-1)?.mail).toEqual({
      kind: 'algo_shared',
      sharer: 'owner',
      algo: 'Euclid',
      algoId: 1,
    });
    expect((await world.service.listShares(1, owner)).shares).toMatchObject([{ droits: 'Read', date }]);
    expect(world.problems).toEqual([]);
  });

  it('keeps the date of modification, and shows no dates in the record', async () => {
    const { world, owner } = await openShares();
    await confirmedMember(world, 'bob');
    const before = await world.service.getAlgo({ id: 1 }, owner);
    world.clock.advance(1_000);
    await share({ world, owner }, 2);
    const { algo } = await world.service.getAlgo({ id: 1 }, owner);
    expect(algo).toEqual({ ...before.algo, permsAlgorithme: [{ idUtilisateur: 2, droits: 'Read' }] });
  });

  it('keeps the dates of those who stay when all grants are replaced, and sends no mail then', async () => {
    const { world, owner } = await openShares();
    await confirmedMember(world, 'bob');
    await confirmedMember(world, 'cleo');
    await share({ world, owner }, 2);
    const date = world.clock.now();
    world.clock.advance(1_000);
    const permsAlgorithme = [3, 2].map((idUtilisateur) => ({ idUtilisateur, droits: 'ReadWrite' }));
    await world.service.patchAlgo({ id: 1, changes: { permsAlgorithme } }, owner);
    const { shares } = await world.service.listShares(1, owner);
    expect(shares.map((one) => [one.idUtilisateur, one.date])).toEqual([
      [3, date + 1_000],
      [2, date],
    ]);
    world.clock.advance(DAY);
    await world.service.resumeWork();
    expect(shareMails(world)).toHaveLength(1);
  });

  it.each([
    ['who switched the mails off', { shareMails: false }],
    ['whose address is not confirmed', null],
  ])('sends no mail to one %s', async (_who, changes) => {
    const { world, owner } = await openShares();
    const bob = await (changes === null ? member(world, 'bob') : confirmedMember(world, 'bob'));
    if (changes !== null)
      await world.service.updateUser({ id: 2, changes: { currentPassword: 'correct horse', ...changes } }, bob);
    await share({ world, owner }, 2);
    world.clock.advance(DAY);
    await world.service.resumeWork();
    expect([shareMails(world), await sharesOf(world)]).toEqual([[], { users: [2], waiting: [] }]);
  });

  it('refuses the owner, unknown users, nobody, and two persons at once', async () => {
    const { world, owner } = await openShares();
    const asked = (fields: object) =>
      world.service.shareAlgo({ id: 1, share: { droits: 'Read', ...fields } }, owner).catch((error: unknown) => error);
    const violation = (path: string, rule: string) => ({ code: Invalid_data, data: [{ path, rule }] });
    const ofOwner = (path: string) => ({
      code: Invalid_data,
      data: [{ path, rule: 'duplicate', message: 'names the owner, who has every right already' }],
    });
    expect(await asked({ idUtilisateur: 1 })).toMatchObject(ofOwner('/idUtilisateur'));
    expect(await asked({ email: emailOf('owner') })).toMatchObject(ofOwner('/email'));
    expect(await asked({ idUtilisateur: 99 })).toMatchObject(violation('/idUtilisateur', 'unknown_user'));
    expect(await asked({ email: 'x' })).toMatchObject(violation('/email', 'email'));
    expect(await asked({ idUtilisateur: 2, email: 'x' })).toMatchObject({
      code: Invalid_data,
      data: [
        { path: '/email', rule: 'email' },
        { path: '/idUtilisateur', rule: 'duplicate', message: 'is one field too many: send email or idUtilisateur' },
      ],
    });
    const choice = 'email|idUtilisateur';
    expect(await asked({})).toMatchObject({ code: Missing_data, fields: [choice] });
    expect(await asked({ email: null, idUtilisateur: '', droits: '' })).toMatchObject({ fields: [choice, 'droits'] });
    expect(await sharesOf(world)).toEqual({ users: [], waiting: [] });
  });

  it('refuses more than a thousand users', async () => {
    const { world, owner } = await openShares();
    const bob = await confirmedMember(world, 'bob');
    const permsAlgorithme = Array.from({ length: 1_000 }, (_, at) => newGrant(at + 10));
    await world.ports.algos.compareAndSet(1, 1, { permsAlgorithme });
    const full = { code: Too_many_shares, data: { used: 1_000, limit: 1_000 } };
    await expect(share({ world, owner }, bob.user.id)).rejects.toMatchObject(full);
    await expect(share({ world, owner }, 'bob')).rejects.toMatchObject(full);
  });
});

describe('sharing with an address', () => {
  it('gives the right to the confirmed account that has it', async () => {
    const { world, owner } = await openShares();
    await confirmedMember(world, 'bob');
    await share({ world, owner }, 'bob');
    expect(await sharesOf(world)).toEqual({ users: [2], waiting: [] });
    expect(shareMails(world)).toEqual([`algo_shared ${emailOf('bob')} en`]);
  });

  it.each([
    ['that nobody has', false],
    ['that an account has not confirmed', true],
  ])('waits for one %s, invites once in the language of the owner, and is given on confirmation', async (...given) => {
    const [, isRegistered] = given;
    const { world, owner } = await openShares();
    if (isRegistered) await register(world, 'bob');
    const now = world.clock.now();
    await share({ world, owner: { ...owner, locale: 'fr' } }, 'bob', 'ReadWrite');
    const waiting = { adresseMail: emailOf('bob'), droits: 'ReadWrite', date: now, dateExpiration: now + 30 * DAY };
    expect(await world.service.listShares(1, owner)).toEqual({ shares: [], waiting: [waiting] });
    await share({ world, owner }, 'bob', 'Read');
    world.clock.advance(DAY);
    await world.service.resumeWork();
    const bob = isRegistered ? await reconfirmed(world) : await confirmedMember(world, 'bob');
    await world.service.acceptInvitation(mailedToken(world, 'share_invitation'), bob);
    expect((await world.service.getAlgo({ id: 1 }, bob)).algo.droits).toBe('Read');
    const { shares } = await world.service.listShares(1, owner);
    expect(shares).toEqual([{ idUtilisateur: 2, pseudo: 'bob', droits: 'Read', date: now + DAY }]);
    expect((await sharesOf(world)).waiting).toEqual([]);
    await world.service.resumeWork();
    expect(shareMails(world)).toEqual([`share_invitation ${emailOf('bob')} fr`]);
    expect(world.problems).toEqual([]);
  });

  async function reconfirmed(world: World) {
    await world.service.resendConfirmation({ email: emailOf('bob') });
    await world.service.confirmUser(mailedToken(world, 'confirm'));
    const { token } = await world.service.login({ email: emailOf('bob'), password: 'correct horse' });
    return world.service.authenticate(token);
  }

  it('ends after its time: it is not listed, takes no effect, and is removed', async () => {
    const { world, owner } = await openShares();
    await share({ world, owner }, 'bob');
    await share({ world, owner }, 'cleo');
    world.clock.advance(30 * DAY - 1);
    expect((await world.service.listShares(1, owner)).waiting).toHaveLength(2);
    world.clock.advance(1);
    expect((await world.service.listShares(1, owner)).waiting).toEqual([]);
    const link = mailedToken(world, 'share_invitation');
    const bob = await confirmedMember(world, 'bob');
    expect(await refusal(world.service.acceptInvitation(link, bob))).toBe(Responses.User.Invalid_token);
    world.clock.advance(60_001);
    await world.service.resumeWork();
    expect(await sharesOf(world)).toEqual({ users: [], waiting: [] });
  });

  it('keeps its end when the clock is set back: it may be the new time that is wrong', async () => {
    const { world, owner } = await openShares();
    await share({ world, owner }, 'bob');
    const before = (await world.service.listShares(1, owner)).waiting;
    world.clock.advance(-365 * DAY);
    await world.service.resumeWork();
    expect((await world.service.listShares(1, owner)).waiting).toEqual(before);
  });

  it('is withdrawn by the address, and gives nothing then', async () => {
    const { world, owner } = await openShares();
    await share({ world, owner }, 'bob');
    const withdraw = (name: string) => world.service.endWaitingShare({ id: 1, share: { email: emailOf(name) } }, owner);
    expect(await refusal(withdraw('cleo'))).toBe(Share_not_found);
    expect(await withdraw('bob')).toBeUndefined();
    expect(await refusal(withdraw('bob'))).toBe(Share_not_found);
    const bob = await confirmedMember(world, 'bob');
    expect(await refusal(world.service.getAlgo({ id: 1 }, bob))).toBe(Responses.Algo.Not_found);
  });

  it('waits for a bounded number of addresses; what has ended makes room', async () => {
    const { world, owner } = await openShares({ policy: { shares: { waitingPerAlgo: 3, waitingMs: 1_000 } } });
    for (const name of ['a', 'b', 'c', 'a']) await share({ world, owner }, name);
    await expect(share({ world, owner }, 'd')).rejects.toMatchObject({
      code: Too_many_shares,
      data: { used: 3, limit: 3 },
    });
    world.clock.advance(1_000);
    await share({ world, owner }, 'd');
    expect(await sharesOf(world)).toEqual({ users: [], waiting: [emailOf('d')] });
  });

  it('waits for 100 addresses by default', async () => {
    const { world, owner } = await openShares();
    for (let index = 0; index < 100; index += 1) await share({ world, owner }, `user${index}`);
    expect(await refusal(share({ world, owner }, 'one-more'))).toBe(Too_many_shares);
  });

  it('refuses every address alike that does not wait already, where as many wait as may, or a thousand users have a right', async () => {
    const { world, owner } = await openShares({ policy: { shares: { waitingPerAlgo: 2, waitingMs: 30 * DAY } } });
    await confirmedMember(world, 'known');
    await share({ world, owner }, 'known');
    for (const name of ['a', 'b']) await share({ world, owner }, name);
    const refused = async (limit: number) => {
      const full = { code: Too_many_shares, data: { used: limit, limit } };
      for (const name of ['known', 'unknown']) await expect(share({ world, owner }, name)).rejects.toMatchObject(full);
    };
    await refused(2);
    await share({ world, owner }, 'b', 'ReadWrite');
    await share({ world, owner }, 2, 'ReadWrite');
    expect(await sharesOf(world)).toEqual({ users: [2], waiting: [emailOf('a'), emailOf('b')] });
    await world.service.endWaitingShare({ id: 1, share: { email: emailOf('a') } }, owner);
    await share({ world, owner }, 'known');
    const { version = 0 } = (await world.ports.algos.findById(1)) ?? {};
    const permsAlgorithme = Array.from({ length: 1_000 }, (_, at) => newGrant(at + 2));
    await world.ports.algos.compareAndSet(1, version, { permsAlgorithme });
    await refused(1_000);
  });

  it('compares addresses as the service does', async () => {
    const exact = await openShares();
    const folded = await openShares({ policy: { emailCase: 'folded' } });
    for (const { world, owner } of [exact, folded]) {
      await share({ world, owner }, 'Bob');
      await share({ world, owner }, 'bob');
      const bob = await confirmedMember(world, 'cleo');
      await world.service.acceptInvitation(mailedToken(world, 'share_invitation'), bob);
    }
    expect(await sharesOf(exact.world)).toEqual({ users: [2], waiting: [emailOf('Bob')] });
    expect(await sharesOf(folded.world)).toEqual({ users: [2], waiting: [] });
  });

  it('never weakens a right that the user has by then', async () => {
    const { world, owner } = await openShares();
    await register(world, 'bob');
    await share({ world, owner }, 2, 'ReadWrite');
    await share({ world, owner }, 'bob', 'Read');
    await world.service.acceptInvitation(mailedToken(world, 'share_invitation'), await reconfirmed(world));
    expect((await world.service.listShares(1, owner)).shares).toMatchObject([{ droits: 'ReadWrite' }]);
    expect((await sharesOf(world)).waiting).toEqual([]);
  });

  it('gives nothing where a thousand users have a right by then', async () => {
    const { world, owner } = await openShares();
    await share({ world, owner }, 'bob');
    const { version = 0 } = (await world.ports.algos.findById(1)) ?? {};
    const permsAlgorithme = Array.from({ length: 1_000 }, (_, at) => newGrant(at + 10));
    await world.ports.algos.compareAndSet(1, version, { permsAlgorithme });
    const bob = await confirmedMember(world, 'bob');
    const answer = await world.service.acceptInvitation(mailedToken(world, 'share_invitation'), bob);
    expect(answer).toEqual({ algos: [], isComplete: true });
    expect(await sharesOf(world)).toMatchObject({ waiting: [], users: { length: 1_000 } });
  });
});

it('sharing with one more person tells each of them at once', async () => {
  const { world, owner } = await openShares();
  for (const name of ['bob', 'cleo']) await confirmedMember(world, name);
  for (const person of ['x', 2, 'y', 3]) await share({ world, owner }, person);
  const kinds = { x: 'share_invitation', bob: 'algo_shared', y: 'share_invitation', cleo: 'algo_shared' };
  expect(shareMails(world)).toEqual(Object.entries(kinds).map(([name, kind]) => `${kind} ${emailOf(name)} en`));
});

it('taking a right back ends it at once, and a mail that is due with it', async () => {
  const { world, owner } = await openShares();
  const bob = await confirmedMember(world, 'bob');
  await share({ world, owner }, 2);
  expect(await world.service.endShare({ id: 1, idUtilisateur: 2 }, owner)).toBeUndefined();
  expect(await refusal(world.service.getAlgo({ id: 1 }, bob))).toBe(Responses.Algo.Not_found);
  expect(await refusal(world.service.endShare({ id: 1, idUtilisateur: 2 }, owner))).toBe(Share_not_found);
  expect(await refusal(world.service.endShare({ id: 1, idUtilisateur: 'x' }, owner))).toBe(Invalid_data);
  const events = world.ports.audit.events.filter(({ action }) => action === 'algo.rights_changed');
  expect(events.map(({ actorId, targetId }) => [actorId, targetId])).toEqual([
    [1, 1],
    [1, 1],
  ]);
});
