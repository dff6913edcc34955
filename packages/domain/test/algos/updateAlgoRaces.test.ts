import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { grant, openSharedAlgo, readAlgo, type SharedAlgo } from '../support/algos.ts';
import { after, before, failing, type Step } from '../support/intercept.ts';
import { openWorld, refusal, tally } from '../support/world.ts';

const { Forbidden_update, Forbidden_delete, Not_found, Conflict } = Responses.Algo;
const LATE = { nom: 'late one', sourceCode: { by: 'late' } };
const RIVAL = { nom: 'rival', sourceCode: { by: 'rival' } };

/** An update or deletion that is delayed: `rival` runs before its commit. */
async function race(rival: (shared: SharedAlgo) => Promise<unknown>, method = 'algos.compareAndSet') {
  const shared = await openSharedAlgo();
  const late = openWorld({ replace: shared.world.ports, step: before(method, () => rival(shared)) });
  const inFlight = () => [shared.world.contents.staged.size];
  return { ...shared, late: late.service, inFlight };
}

const update: (shared: SharedAlgo) => Promise<unknown> = ({ world, owner }) =>
  world.service.updateAlgo({ id: 1, changes: RIVAL }, owner);

const withdraw: (shared: SharedAlgo) => Promise<unknown> = ({ world, owner }) =>
  world.service.updateAlgo({ id: 1, changes: { ...RIVAL, permsAlgorithme: [] } }, owner);

const lower: (shared: SharedAlgo) => Promise<unknown> = ({ world, owner, writer }) =>
  world.service.updateAlgo({ id: 1, changes: { ...RIVAL, permsAlgorithme: [grant(writer, 'Read')] } }, owner);

const remove: (shared: SharedAlgo) => Promise<unknown> = ({ world, owner }) =>
  world.service.deleteAlgo({ id: 1 }, owner);

describe('an update when another commit comes first', () => {
  it('is tried again and succeeds', async () => {
    const { late, writer, owner, world, inFlight } = await race(update);
    expect((await late.updateAlgo({ id: 1, changes: LATE }, writer)).version).toBe(4);
    expect(await readAlgo(world, owner)).toEqual({ ...LATE, version: 4 });
    expect(inFlight()).toEqual([0]);
  });

  it('keeps rights that were given meanwhile', async () => {
    const { late, writer, world, stranger } = await race(
      ({ world: { service }, owner, writer: one, stranger: other }) =>
        service.updateAlgo(
          { id: 1, changes: { ...RIVAL, permsAlgorithme: [grant(one, 'ReadWrite'), grant(other, 'Read')] } },
          owner,
        ),
    );
    await late.updateAlgo({ id: 1, changes: LATE }, writer);
    expect(await readAlgo(world, stranger)).toEqual({ ...LATE, version: 4 });
  });

  it.each([
    ['withdrawn', withdraw, Not_found],
    ['lowered', lower, Forbidden_update],
    ['gone with the algorithm', remove, Not_found],
  ])('is refused if its right was %s', async (_name, rival, code) => {
    const { late, writer, world, inFlight } = await race(rival);
    expect(await refusal(late.updateAlgo({ id: 1, changes: LATE }, writer))).toBe(code);
    expect(world.contents.dump()).not.toContain('late');
    expect(inFlight()).toEqual([0]);
  });

  it('is refused if it expected a version that has changed', async () => {
    const { late, owner, world, inFlight } = await race(update);
    expect(await refusal(late.updateAlgo({ id: 1, changes: LATE, ifVersion: [2] }, owner))).toBe(Conflict);
    expect(await readAlgo(world, owner)).toEqual({ ...RIVAL, version: 3 });
    expect(inFlight()).toEqual([0]);
  });

  it('answers with the refusal also when its staged content cannot be discarded', async () => {
    const { writer, world, owner } = await openSharedAlgo();
    const fail = failing('contentStore.discard');
    const rival = before('algos.compareAndSet', () =>
      withdraw({ world, owner, writer, reader: writer, stranger: writer }),
    );
    const late = openWorld({ replace: world.ports, step: (name, run) => rival(name, () => fail(name, run)) });
    expect(await refusal(late.service.updateAlgo({ id: 1, changes: LATE }, writer))).toBe(Not_found);
    expect(late.problems).toEqual(['algorithm content: reconcile a commit']);
  });
});

describe('a deletion when another commit comes first', () => {
  it('is tried again and succeeds', async () => {
    const { late, owner, world, inFlight } = await race(update, 'bin.add');
    await late.deleteAlgo({ id: 1 }, owner);
    expect([world.data.algos.size, world.data.bin.size, world.contents.published.size]).toEqual([0, 1, 1]);
    expect(inFlight()).toEqual([0]);
  });

  it('is refused if it expected a version that has changed, and the content stays', async () => {
    const { late, owner, world, inFlight } = await race(update, 'bin.add');
    expect(await refusal(late.deleteAlgo({ id: 1, ifVersion: [2] }, owner))).toBe(Conflict);
    expect(await readAlgo(world, owner)).toEqual({ ...RIVAL, version: 3 });
    expect(inFlight()).toEqual([0]);
  });

  it('finds nothing if the other commit was a deletion', async () => {
    const { late, owner, inFlight } = await race(remove, 'bin.add');
    expect(await refusal(late.deleteAlgo({ id: 1 }, owner))).toBe(Not_found);
    expect(inFlight()).toEqual([0]);
  });
});

describe('If-Match', () => {
  it.each([
    ['*', true],
    [[2], true],
    [[1, 2, 3], true],
    [undefined, true],
    [[], false],
    [[1], false],
    [[3], false],
  ] as const)('of %j on version 2: %s', async (ifVersion, passes) => {
    const { world, owner } = await openSharedAlgo();
    const updated = await refusal(
      world.service.updateAlgo({ id: 1, changes: LATE, ifVersion }, owner).then(() => 'done'),
    );
    expect(updated).toBe(passes ? 'resolved to "done"' : Conflict);
    const other = await openSharedAlgo();
    const deleted = await refusal(other.world.service.deleteAlgo({ id: 1, ifVersion }, other.owner));
    expect(deleted).toBe(passes ? 'resolved to undefined' : Conflict);
  });

  it('refuses a missing right before a changed version', async () => {
    const { world, reader } = await openSharedAlgo();
    expect(await refusal(world.service.updateAlgo({ id: 1, changes: LATE, ifVersion: [9] }, reader))).toBe(
      Forbidden_update,
    );
    expect(await refusal(world.service.deleteAlgo({ id: 1, ifVersion: [9] }, reader))).toBe(Forbidden_delete);
  });

  it('lets one of many writers succeed', async () => {
    const { world, owner } = await openSharedAlgo();
    const all = Array.from({ length: 20 }, () =>
      world.service.updateAlgo({ id: 1, changes: LATE, ifVersion: [2] }, owner),
    );
    expect(await tally(all)).toEqual({ resolved: 1, [Conflict]: 19 });
    expect(world.contents.staged.size).toBe(0);
  });

  it('counts a change of rights as a change', async () => {
    const { world, owner, reader } = await openSharedAlgo();
    await world.service.leaveAlgo({ id: 1 }, reader);
    expect(await refusal(world.service.updateAlgo({ id: 1, changes: LATE, ifVersion: [2] }, owner))).toBe(Conflict);
  });
});

describe('sharing with a user who is deleted meanwhile', () => {
  const shareAndDelete = async (method: string) => {
    const rival = ({ world, stranger }: SharedAlgo) => world.service.deleteUser({ id: stranger.user.id }, stranger);
    const { late, owner, writer, stranger, world } = await race(rival, method);
    const permsAlgorithme = [grant(stranger, 'Read'), grant(writer, 'Read')];
    const answer = await late.updateAlgo({ id: 1, changes: { ...LATE, permsAlgorithme } }, owner);
    const stored = (await world.ports.algos.findById(1))?.permsAlgorithme.map(({ date: _date, ...given }) => given);
    return { answer, stored, left: [grant(writer, 'Read')], read: await readAlgo(world, owner) };
  };

  it.each(['contentStore.stage', 'algos.compareAndSet'])('before %s gives no right', async (method) => {
    const { answer, stored, left, read } = await shareAndDelete(method);
    expect([answer.algo.permsAlgorithme, stored]).toEqual([left, left]);
    expect(read).toEqual({ ...LATE, version: answer.version + 1 }); // the withdrawal of the right
  });

  it('has the version of its own commit, also when another one commits behind it', async () => {
    const { world, owner, stranger, writer } = await openSharedAlgo();
    let commits = 0;
    const step: Step = async (name, run) => {
      if (name !== 'algos.compareAndSet') return run();
      commits += 1;
      if (commits === 1) await world.ports.users.markDeleted(stranger.user.id);
      const committed = await run();
      const other = { nom: 'of the other', sourceCode: {} };
      if (commits === 2) await world.service.updateAlgo({ id: 1, changes: other }, writer); // behind the withdrawal
      return committed;
    };
    const late = openWorld({ replace: world.ports, step });
    const changes = { ...LATE, permsAlgorithme: [grant(stranger, 'Read'), grant(writer, 'ReadWrite')] };
    const answer = await late.service.updateAlgo({ id: 1, changes }, owner);
    expect(answer).toMatchObject({ algo: { nom: LATE.nom } });
    const now = await readAlgo(world, owner);
    expect([now.nom, now.version > answer.version]).toEqual(['of the other', true]);
  });

  it('before the content is published, behind the answer, leaves no right', async () => {
    const { stored, left, read } = await shareAndDelete('contentStore.publish');
    expect(stored).toEqual(left);
    expect(read).toMatchObject(LATE);
  });

  it('after the last check is undone by the deletion', async () => {
    const { world, owner, stranger } = await openSharedAlgo();
    const committed = before('contentStore.publish', async () => {
      lastCheck = after('users.existing', () => world.service.deleteUser({ id: stranger.user.id }, stranger));
    });
    let lastCheck: Step = (_name, run) => run();
    const late = openWorld({ replace: world.ports, step: (name, run) => committed(name, () => lastCheck(name, run)) });
    await late.service.updateAlgo({ id: 1, changes: { ...LATE, permsAlgorithme: [grant(stranger, 'Read')] } }, owner);
    expect((await world.ports.algos.findById(1))?.permsAlgorithme).toEqual([]);
  });
});
