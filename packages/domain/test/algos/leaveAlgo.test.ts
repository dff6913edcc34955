import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { grant, openSharedAlgo, readAlgo, type SharedAlgo } from '../support/algos.ts';
import { after, before, failing } from '../support/intercept.ts';
import { openWorld, refusal, tally } from '../support/world.ts';

const { Unavailable } = Responses.General;
const { Not_found, Conflict } = Responses.Algo;

describe('leaving an algorithm', () => {
  it('removes the own right only, raises the version, and keeps the date', async () => {
    const { world, owner, writer, reader } = await openSharedAlgo();
    const before = world.data.algos.get(1);
    world.clock.advance(5_000);
    expect(await world.service.leaveAlgo({ id: 1 }, writer)).toBeUndefined();
    const left = before?.permsAlgorithme.filter(({ idUtilisateur }) => idUtilisateur === reader.user.id);
    expect(left).toHaveLength(1);
    expect(world.data.algos.get(1)).toEqual({ ...before, version: 3, permsAlgorithme: left });
    expect(await refusal(world.service.getAlgo({ id: 1 }, writer))).toBe(Not_found);
    expect(await world.service.listAlgos({ id: writer.user.id }, writer)).toEqual({
      algos: [],
      next: null,
      leftOut: 0,
    });
    for (const caller of [owner, reader]) {
      expect(await readAlgo(world, caller)).toMatchObject({ version: 3, sourceCode: { version: 2 } });
    }
  });

  it('is audited', async () => {
    const { world, reader } = await openSharedAlgo();
    await world.service.leaveAlgo({ id: 1 }, { ...reader, requestId: 'r1' });
    const event = { action: 'algo.left', actorId: reader.user.id, targetId: 1, requestId: 'r1' };
    expect(world.ports.audit.events.at(-1)).toMatchObject(event);
  });

  it('happens once for many requests of one user, and for each of many users at once', async () => {
    const { world, writer, reader } = await openSharedAlgo();
    const all = Array.from({ length: 20 }, (_, index) =>
      world.service.leaveAlgo({ id: 1 }, index % 2 === 0 ? writer : reader),
    );
    expect(await tally(all)).toEqual({ resolved: 2, [Not_found]: 18 });
    expect(world.data.algos.get(1)).toMatchObject({ version: 4, permsAlgorithme: [] });
  });

  it.each(['algos.findById', 'algos.compareAndSet'])('changes nothing when it fails: %s', async (method) => {
    const { world, writer } = await openSharedAlgo();
    const down = openWorld({ replace: world.ports, step: failing(method) });
    expect(await refusal(down.service.leaveAlgo({ id: 1 }, writer))).toBe(Unavailable);
    expect(await readAlgo(world, writer)).toMatchObject({ version: 2 });
  });
});

describe('leaving when another commit comes first', () => {
  const CHANGES = { nom: 'Rival', sourceCode: { by: 'rival' } };

  async function race(permsAlgorithme: (shared: SharedAlgo) => readonly unknown[]) {
    const shared = await openSharedAlgo();
    const { world, owner } = shared;
    const rival = () =>
      world.service.updateAlgo({ id: 1, changes: { ...CHANGES, permsAlgorithme: permsAlgorithme(shared) } }, owner);
    return { ...shared, late: openWorld({ replace: world.ports, step: before('algos.compareAndSet', rival) }).service };
  }

  it('is tried again, and keeps rights that others got meanwhile', async () => {
    const { late, world, writer, stranger } = await race((shared) => [
      grant(shared.stranger, 'Read'),
      grant(shared.writer, 'Read'),
    ]);
    await late.leaveAlgo({ id: 1 }, writer);
    const left = { nom: 'Rival', version: 4, permsAlgorithme: [grant(stranger, 'Read')] };
    expect(world.data.algos.get(1)).toMatchObject(left);
  });

  it('is refused if the right was withdrawn', async () => {
    const { late, world, writer } = await race(() => []);
    expect(await refusal(late.leaveAlgo({ id: 1 }, writer))).toBe(Not_found);
    expect(world.data.algos.get(1)).toMatchObject({ nom: 'Rival', version: 3 });
  });

  it('is refused if it expected a version that has changed', async () => {
    const { late, writer } = await race((shared) => [grant(shared.writer, 'Read')]);
    expect(await refusal(late.leaveAlgo({ id: 1, ifVersion: [2] }, writer))).toBe(Conflict);
  });

  it('makes a concurrent update check its right again', async () => {
    const { world, writer } = await openSharedAlgo();
    const leave = () => world.service.leaveAlgo({ id: 1 }, writer);
    const late = openWorld({ replace: world.ports, step: after('contentStore.stage', leave) });
    expect(await refusal(late.service.updateAlgo({ id: 1, changes: CHANGES }, writer))).toBe(Not_found);
    expect(world.data.algos.get(1)).toMatchObject({ nom: 'Sort', version: 3 });
    expect(world.contents.staged.size).toBe(0);
  });
});
