import { describe, expect, it, vi } from 'vitest';
import { Responses, withVerified } from '../../src/index.ts';
import { newGrant } from '../../testkit/suites/samples.ts';
import { grant, openSharedAlgo, type SharedAlgo } from '../support/algos.ts';
import { after, before, failing, type Step } from '../support/intercept.ts';
import { inManyOrders, scheduled } from '../support/interleaving.ts';
import { emailOf, logIn, mailedToken, openWorld, refusal, type World } from '../support/world.ts';

const { Unauthorized } = Responses.General;
const { Not_found } = Responses.Algo;
const NEW = 'battery staple';

type Ports = World['ports'];

/** The owner of the mailbox of user 1, who has never confirmed the address, resets the password. */
async function takeOver({ ports, service }: Pick<World, 'ports' | 'service'>): Promise<void> {
  await service.recoverPassword({ email: emailOf('owner') });
  await service.resetPassword({ token: mailedToken({ ports }, 'recover'), changes: { password: NEW } });
}

const grantsIn = async ({ algos }: Ports, id = 1) =>
  (await algos.findById(id))?.permsAlgorithme.map(({ date: _date, ...given }) => given);

/** A process on the same stores. */
const process = ({ ports }: World, step: Step) => openWorld({ replace: ports, step });

const giving = ({ owner, stranger }: SharedAlgo) =>
  [{ id: 1, changes: { permsAlgorithme: [grant(stranger, 'ReadWrite')] } }, owner] as const;

describe('a reset of an account that was never confirmed', () => {
  it('withdraws every right that the account gave, and keeps what the account has', async () => {
    const { world, owner, writer, reader, stranger } = await openSharedAlgo();
    const given = { ownerId: stranger.user.id, nom: 'Given', sourceCode: {} };
    const { algo } = await world.service.createAlgo(given, stranger);
    await world.service.patchAlgo({ id: algo.id, changes: { permsAlgorithme: [grant(owner, 'Read')] } }, stranger);
    await takeOver(world);
    const { caller } = await logIn(world, 'owner', NEW);
    expect(await world.service.getAlgo({ id: 1 }, caller)).toMatchObject({
      algo: { nom: 'Sort', permsAlgorithme: [], droits: 'Owner' },
    });
    for (const other of [writer, reader])
      expect(await refusal(world.service.getAlgo({ id: 1 }, other))).toBe(Not_found);
    expect((await world.service.getAlgo({ id: algo.id }, caller)).algo.droits, 'given by another user').toBe('Read');
    expect(await world.ports.users.findById(1)).toMatchObject({
      pseudo: 'owner',
      isVerified: true,
      due: [],
    });
    expect(world.problems).toEqual([]);
  });

  it('withdraws the rights on more algorithms than one page has', async () => {
    const shared = await openSharedAlgo();
    const { world, owner, reader } = shared;
    for (let made = 0; made < 120; made += 1) {
      const { algo } = await world.service.createAlgo({ ownerId: 1, nom: 'More', sourceCode: {} }, owner);
      const permsAlgorithme = [newGrant(reader.user.id)];
      await world.ports.algos.compareAndSet(algo.id, 1, { permsAlgorithme });
    }
    const listed = vi.spyOn(world.ports.algos, 'listAccessible');
    await takeOver(world);
    expect(listed.mock.calls.length).toBeGreaterThan(2);
    for (const [{ limit, maxBytes }] of listed.mock.calls) expect([limit, maxBytes]).toEqual([50, 262_144]);
    const { id } = reader.user;
    const left = await world.ports.algos.listAccessible({ by: id, seenBy: id, limit: 200, maxBytes: 1e6 });
    expect(left.algos).toEqual([]);
  });

  it('leaves a damaged record as it is, and reports it', async () => {
    const { world } = await openSharedAlgo();
    world.data.damage({ place: 'algos', id: 1, field: 'nom' });
    await takeOver(world);
    expect(world.problems).toEqual(['rights of an account taken over']);
    expect((await world.ports.users.findById(1))?.due).toEqual([]);
  });
});

it('a reset of a confirmed account withdraws nothing', async () => {
  const { world } = await openSharedAlgo();
  await world.ports.users.change(1, withVerified);
  await takeOver(world);
  expect(await grantsIn(world.ports)).toHaveLength(2);
  expect((await world.ports.algos.findById(1))?.version).toBe(2);
});

describe('a withdrawal that a reset did not finish', () => {
  /** The store failed after the new password was committed. */
  const unfinished = async () => {
    const shared = await openSharedAlgo();
    const { world } = shared;
    const down = process(world, failing('algos.compareAndSet'));
    await takeOver({ service: down.service, ports: world.ports });
    expect(down.problems).toEqual(['rights of an account taken over']);
    expect(await grantsIn(world.ports)).toHaveLength(2);
    return shared;
  };

  it('is finished by resumeWork after a minute', async () => {
    const { world } = await unfinished();
    await world.service.resumeWork();
    expect(await grantsIn(world.ports), 'the reset may still run').toHaveLength(2);
    world.clock.advance(60_001);
    await world.service.resumeWork();
    expect(await grantsIn(world.ports)).toEqual([]);
    expect((await world.ports.users.findById(1))?.due).toEqual([]);
  });

  it('is finished before the new owner gives a right, which stays', async () => {
    const shared = await unfinished();
    const { world, stranger } = shared;
    const { caller } = await logIn(world, 'owner', NEW);
    const [input] = giving(shared);
    await world.service.patchAlgo(input, caller);
    world.clock.advance(60_001);
    await world.service.resumeWork();
    expect(await grantsIn(world.ports)).toEqual([grant(stranger, 'ReadWrite')]);
  });

  it.each(['algos.listAccessible', 'users.findById', 'algos.compareAndSet'])(
    'spares a right that the new owner gives while another server finishes it, before %s',
    async (method) => {
      const shared = await unfinished();
      const { world, stranger } = shared;
      const { caller } = await logIn(world, 'owner', NEW);
      world.clock.advance(60_001);
      const [input] = giving(shared);
      const other = process(
        world,
        before(method, () => world.service.patchAlgo(input, caller)),
      );
      await other.service.resumeWork();
      expect(await grantsIn(world.ports)).toEqual([grant(stranger, 'ReadWrite')]);
      expect(other.problems).toEqual([]);
    },
  );
});

it('a withdrawal ends without a change when its account is deleted meanwhile', async () => {
  const { world } = await openSharedAlgo();
  const calls: string[] = [];
  const deleted = before('algos.listAccessible', () => world.ports.users.markDeleted(1));
  const late = process(world, (name, run) => {
    calls.push(name);
    return deleted(name, run);
  });
  await takeOver({ service: late.service, ports: world.ports });
  expect(calls).toContain('algos.listAccessible');
  expect(calls).not.toContain('algos.compareAndSet');
  expect(late.problems).toEqual([]);
});

describe('a session from before the reset', () => {
  it.each([
    ['before', 'algos.findById'],
    ['after', 'algos.findById'],
    ['after', 'users.findById'],
    ['before', 'algos.compareAndSet'],
  ] as const)('gives no right when the reset comes %s its %s', async (when, method) => {
    const shared = await openSharedAlgo();
    const { world } = shared;
    const reset = () => takeOver(world);
    const late = process(world, when === 'before' ? before(method, reset) : after(method, reset));
    expect(await refusal(late.service.patchAlgo(...giving(shared)))).toBe(Unauthorized);
    expect(await grantsIn(world.ports)).toEqual([]);
  });

  it('gives no right in any order of the steps of both', async () => {
    await inManyOrders(async (scheduler) => {
      const shared = await openSharedAlgo();
      const { world } = shared;
      await world.service.recoverPassword({ email: emailOf('owner') });
      const token = mailedToken(world, 'recover');
      const { service } = process(world, scheduled(scheduler));
      const created = service.createAlgo({ ownerId: 1, nom: 'Late', sourceCode: {} }, shared.owner);
      const both = [
        service.patchAlgo(...giving(shared)),
        created,
        service.resetPassword({ token, changes: { password: NEW } }),
      ];
      await scheduler.waitFor(Promise.allSettled(both));
      for (const { permsAlgorithme } of world.data.algos.values()) expect(permsAlgorithme).toEqual([]);
    }, 60);
  });
});
