import { describe, expect, it } from 'vitest';
import type { AuthenticatedCaller } from '../../src/caller.ts';
import { Responses } from '../../src/index.ts';
import { before, failing, noting } from '../support/intercept.ts';
import { emailOf, mailedToken, member, openWorld, refusal, type World } from '../support/world.ts';
import { confirmedMember, later, openShares, share, shareMails, shareMany, sharesOf } from './sharing.ts';

/**
 * The owner is user 1, Bob is user 2, another owner is user 3. Both share with Bob, each one algorithm; the first owner also a second one.
 */
async function opened() {
  const { world, owner } = await openShares();
  const bob = await confirmedMember(world, 'bob');
  const other = await confirmedMember(world, 'other');
  await world.service.createAlgo({ ownerId: 1, nom: 'Sieve', sourceCode: {} }, owner);
  await world.service.createAlgo({ ownerId: 3, nom: 'Sort', sourceCode: {} }, other);
  const right = { idUtilisateur: 2, droits: 'Read' } as const;
  for (const id of [1, 2]) await world.service.shareAlgo({ id, share: right }, owner);
  await world.service.shareAlgo({ id: 3, share: right }, other);
  return { world, owner, bob, other };
}

const rightsOf = async (world: World, caller: AuthenticatedCaller) => {
  const { algos } = await world.service.searchAlgos({ role: 'shared' }, caller);
  return algos.map(({ id }) => id).sort();
};

const refuse = ({ service }: World, caller: AuthenticatedCaller, isRefused: boolean, id = 1) =>
  service.leaveOwner({ id, which: { refuse: isRefused } }, caller);

describe('leaving all algorithms of an owner', () => {
  it('gives up these rights and no others, and says how many', async () => {
    const { world, owner, bob } = await opened();
    expect(await world.service.leaveOwner({ id: 1 }, bob)).toEqual({ algos: 2 });
    expect(await rightsOf(world, bob)).toEqual([3]);
    expect(world.ports.audit.events.slice(-2)).toMatchObject([
      { action: 'algo.left', actorId: 2, targetId: 1 },
      { action: 'algo.left', actorId: 2, targetId: 2 },
    ]);
    expect(await world.service.leaveOwner({ id: 1 }, bob)).toEqual({ algos: 0 });
    await share({ world, owner }, 2);
    expect(await rightsOf(world, bob)).toEqual([1, 3]);
  });

  it('reads more than a page of algorithms', async () => {
    const { world, owner, bob } = await opened();
    for (let id = 4; id <= 63; id += 1) {
      await world.service.createAlgo({ ownerId: 1, nom: 'Euclid', sourceCode: {} }, owner);
      await world.service.shareAlgo({ id, share: { idUtilisateur: 2, droits: 'Read' } }, owner);
    }
    expect(await world.service.leaveOwner({ id: 1 }, bob)).toEqual({ algos: 62 });
    expect(await rightsOf(world, bob)).toEqual([3]);
  });

  it('withdraws what waits from that owner for the confirmed address', async () => {
    const { world, owner } = await openShares();
    await share({ world, owner }, 'bob');
    await share({ world, owner }, 'eve');
    const bob = await confirmedMember(world, 'bob');
    expect(await world.service.leaveOwner({ id: 1 }, bob)).toEqual({ algos: 0 });
    expect(await sharesOf(world)).toEqual({ users: [], waiting: [emailOf('eve')] });
  });

  it('leaves what waits for an address that is not confirmed', async () => {
    const { world, owner } = await openShares();
    await share({ world, owner }, 'bob');
    await refuse(world, await member(world, 'bob'), true);
    expect(await sharesOf(world)).toEqual({ users: [], waiting: [emailOf('bob')] });
  });
});

describe('an owner whom a user refuses', () => {
  it('gets the usual answer for the user, who gets no right and no mail', async () => {
    const { world, owner, bob } = await opened();
    expect(await refuse(world, bob, true)).toEqual({ algos: 2 });
    const sent = shareMails(world).length;
    expect(await share({ world, owner }, 2)).toBeUndefined();
    expect(await sharesOf(world)).toEqual({ users: [], waiting: [] });
    const { algo } = await world.service.patchAlgo(
      { id: 2, changes: { permsAlgorithme: [{ idUtilisateur: 2, droits: 'ReadWrite' }] } },
      owner,
    );
    expect(algo.permsAlgorithme).toEqual([]);
    await later(world);
    expect([await rightsOf(world, bob), shareMails(world).length - sent]).toEqual([[3], 0]);
  });

  it('sees for the address of the user what an address without an account shows', async () => {
    const { world, owner, bob } = await opened();
    await refuse(world, bob, true);
    const sent = shareMails(world).length;
    await share({ world, owner }, 'bob');
    await share({ world, owner }, 'nobody');
    await later(world);
    const { shares, waiting } = await world.service.listShares(1, owner);
    const [first, second] = waiting;
    expect([shares, first]).toEqual([[], { ...second, adresseMail: emailOf('bob') }]);
    expect(shareMails(world).slice(sent)).toEqual([`share_invitation ${emailOf('nobody')} en`]);
  });

  it('sends no invitation later either, after the mail could not be made', async () => {
    const { world, owner, bob } = await opened();
    await refuse(world, bob, true);
    const sent = shareMails(world).length;
    const broken = openWorld({ replace: world.ports, step: failing('mailer.'), policy: { limits: null } });
    await share({ world: broken, owner }, 'bob');
    expect((await world.ports.algos.findById(1))?.waiting).toMatchObject([{ isMailDue: true }]);
    await later(world);
    expect((await world.ports.algos.findById(1))?.waiting).toMatchObject([{ isMailDue: false }]);
    expect(shareMails(world)).toHaveLength(sent);
  });

  it('gives nothing by an invitation of another owner', async () => {
    const { world, owner } = await openShares();
    await share({ world, owner }, 'bob');
    const bob = await confirmedMember(world, 'bob');
    const link = mailedToken(world, 'share_invitation');
    await refuse(world, bob, true);
    await share({ world, owner }, 'bob');
    expect(await world.service.acceptInvitation(link, bob)).toEqual({ algos: [], isComplete: true });
    expect(await sharesOf(world)).toEqual({ users: [], waiting: [emailOf('bob')] });
  });

  it('does not keep what another owner shares from an invitation, however much of the refused owner waits', async () => {
    const { world, owner } = await openShares();
    await shareMany({ world, owner }, 3, 'bob');
    const eve = await confirmedMember(world, 'eve');
    const { algo } = await world.service.createAlgo({ ownerId: eve.user.id, nom: 'Sieve', sourceCode: {} }, eve);
    await world.service.shareAlgo({ id: algo.id, share: { email: emailOf('bob'), droits: 'Read' } }, eve);
    const link = mailedToken(world, 'share_invitation');
    const bob = await confirmedMember(world, 'bob-at-home');
    await refuse(world, bob, true);
    const bounds = { acceptedShares: 1, batch: 1 };
    const { service } = openWorld({ replace: world.ports, policy: { limits: null }, bounds });
    expect(await service.acceptInvitation(link, bob)).toEqual({ algos: [algo.id], isComplete: true });
    expect(await sharesOf(world)).toEqual({ users: [], waiting: [emailOf('bob')] });
  });

  it('gives nothing back by a restoration from the bin', async () => {
    const { world, owner, bob } = await opened();
    await world.service.deleteAlgo({ id: 1 }, owner);
    await refuse(world, bob, true);
    const { algo } = await world.service.restoreAlgo({ id: 1 }, owner);
    expect([algo.permsAlgorithme, await rightsOf(world, bob)]).toEqual([[], [3]]);
  });

  it('is no other owner', async () => {
    const { world, bob, other } = await opened();
    await refuse(world, bob, true);
    await world.service.patchAlgo({ id: 3, changes: { permsAlgorithme: [] } }, other);
    await world.service.shareAlgo({ id: 3, share: { idUtilisateur: 2, droits: 'ReadWrite' } }, other);
    expect(await rightsOf(world, bob)).toEqual([3]);
  });

  it('can share again when the user has taken that back', async () => {
    const { world, owner, bob } = await opened();
    await refuse(world, bob, true);
    await world.service.leaveOwner({ id: 1 }, bob); // leaves the refusal as it is
    await share({ world, owner }, 2);
    expect(await rightsOf(world, bob)).toEqual([3]);
    world.clock.advance(1);
    await refuse(world, bob, false);
    await share({ world, owner }, 2);
    expect(await rightsOf(world, bob)).toEqual([1, 3]);
  });

  it('gives nothing that was decided before the refusal', async () => {
    for (const give of ['share', 'permsAlgorithme'] as const) {
      const { world, owner, bob } = await opened();
      await world.service.leaveOwner({ id: 1 }, bob);
      const meanwhile = before('algos.compareAndSet', () => refuse(world, bob, true));
      const late = openWorld({ replace: world.ports, step: meanwhile, policy: { limits: null } });
      const right = { idUtilisateur: 2, droits: 'Read' } as const;
      if (give === 'share') await late.service.shareAlgo({ id: 1, share: right }, owner);
      else await late.service.patchAlgo({ id: 1, changes: { permsAlgorithme: [right] } }, owner);
      expect([give, await rightsOf(world, bob)]).toEqual([give, [3]]);
    }
  });
});

it('the refusal of a person who keeps a right is read once in a change of rights, after the commit', async () => {
  const { world, owner } = await opened();
  const calls: string[] = [];
  const { service } = openWorld({ replace: world.ports, step: noting(calls) });
  const permsAlgorithme = [{ idUtilisateur: 2, droits: 'ReadWrite' } as const];
  await service.patchAlgo({ id: 1, changes: { permsAlgorithme } }, owner);
  const reads = calls.flatMap((call, at) => (call === 'limiter.remembers' ? [at] : []));
  expect(reads).toHaveLength(1);
  expect(reads[0]).toBeGreaterThan(calls.indexOf('algos.compareAndSet'));
});

it('a person who refuses the owner has the right of a change at no moment', async () => {
  const { world, owner, bob } = await opened();
  await refuse(world, bob, true);
  const commits: string[] = [];
  const { service } = openWorld({ replace: world.ports, step: noting(commits) });
  const permsAlgorithme = [{ idUtilisateur: 2, droits: 'ReadWrite' } as const];
  const { algo } = await service.patchAlgo({ id: 1, changes: { permsAlgorithme } }, owner);
  expect(algo.permsAlgorithme).toEqual([]);
  expect(commits.filter((call) => call === 'algos.compareAndSet')).toHaveLength(1);
});

it('a user can refuse as many owners in an hour as the limit of shares says', async () => {
  const world = openWorld();
  const [bob] = [await member(world, 'bob'), await member(world, 'owner')];
  for (let times = 0; times < 100; times += 1) await refuse(world, bob, true, 2);
  expect(await refusal(refuse(world, bob, true, 2))).toBe(Responses.General.Too_many_requests);
  await world.service.leaveOwner({ id: 2 }, bob);
});
