import type fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../src/contracts/index.ts';
import type { AuthenticatedCaller } from '../../src/index.ts';
import { DomainError, PENDING_AGE_MS, Responses, type Service } from '../../src/index.ts';
import { openSharedAlgo, type SharedAlgo } from '../support/algos.ts';
import { inManyOrders, scheduled } from '../support/interleaving.ts';
import { expectConsistent } from '../support/invariants.ts';
import { SharedFiles } from '../support/sharedFiles.ts';
import { openWorld } from '../support/world.ts';

const { Not_found } = Responses.Algo;
const content = (nom: string) => ({ nom, sourceCode: { nom } });

interface Race extends SharedAlgo {
  /** Two services whose steps the scheduler puts in order; the same one twice in a single process. */
  readonly one: Service;
  readonly other: Service;
}

interface After {
  readonly shared: SharedAlgo;
  /** Ten minutes later, with everything in flight finished: asserts that all is whole. */
  readonly settle: () => Promise<void>;
}

/** One process owns a folder of files; several can share a database. */
const PROCESSES = [
  { name: 'in one process', isShared: false },
  { name: 'in two processes', isShared: true },
];

function races(isShared: boolean) {
  return async (scheduler: fc.Scheduler, operate: (race: Race) => readonly Promise<unknown>[]): Promise<After> => {
    const clock = new FakeClock();
    const files = isShared ? new SharedFiles(clock) : undefined;
    const shared = await openSharedAlgo({ replace: files && { clock, files } });
    const replace = { ...shared.world.ports, ...(files && { clock, files }) };
    const start = () => openWorld({ replace, step: scheduled(scheduler) });
    await shared.world.service.updateAlgo({ id: 1, changes: content('start') }, shared.owner);
    const one = start();
    const results = Promise.allSettled(
      operate({ ...shared, one: one.service, other: (isShared ? start() : one).service }),
    );
    await scheduler.waitFor(results);
    for (const result of await results) if (result.status === 'rejected') throw result.reason;
    const settle = async () => {
      for (const each of [clock, shared.world.clock]) each.advance(PENDING_AGE_MS + 1);
      await shared.world.service.resumeWork();
      const view = { ...shared.world, files: files ?? shared.world.files };
      expectConsistent(view, scheduler.report().toString());
    };
    return { shared, settle };
  };
}

/** What a reader sees: a name and the source code that belongs to it, or that there is nothing. */
async function read(service: Service, caller: AuthenticatedCaller): Promise<number> {
  try {
    const { algo, source, version } = await service.getAlgo({ id: 1 }, caller);
    expect(source?.json()).toEqual({ nom: algo.nom });
    return version;
  } catch (error) {
    if (error instanceof DomainError && error.code === Not_found) return Number.POSITIVE_INFINITY;
    throw error;
  }
}

const gone = (error: unknown): void => {
  if (!(error instanceof DomainError) || error.code !== Not_found) throw error;
};

describe.each(PROCESSES)('a reader beside writers, $name', ({ isShared }) => {
  const race = races(isShared);

  it('sees a name and the source code that belongs to it, always', async () => {
    await inManyOrders(async (scheduler) => {
      await race(scheduler, ({ one, other, owner, writer, reader }) => [
        one.updateAlgo({ id: 1, changes: content('one') }, owner),
        one.updateAlgo({ id: 1, changes: content('two') }, writer),
        other.updateAlgo({ id: 1, changes: content('three') }, writer),
        ...[one, other, one, other].map((service) => read(service, reader)),
      ]);
    });
  });

  it('never goes back to an older version', async () => {
    await inManyOrders(async (scheduler) => {
      await race(scheduler, ({ one, other, owner, reader }) => [
        one.updateAlgo({ id: 1, changes: content('one') }, owner),
        other.updateAlgo({ id: 1, changes: content('two') }, owner),
        read(one, reader).then(async (first) => expect(await read(other, reader)).toBeGreaterThanOrEqual(first)),
      ]);
    });
  });

  it('sees the algorithm or nothing beside a deletion', async () => {
    await inManyOrders(async (scheduler) => {
      const {
        shared: { world },
        settle,
      } = await race(scheduler, ({ one, other, owner, reader }) => [
        one.deleteAlgo({ id: 1 }, owner),
        other.updateAlgo({ id: 1, changes: content('two') }, owner).catch(gone),
        ...[one, other].map((service) => read(service, reader)),
      ]);
      await settle();
      expect(world.data.algos.size).toBe(0);
    });
  });
});

describe.each(PROCESSES)('writers beside writers, $name', ({ isShared }) => {
  const race = races(isShared);

  it('all win, one after the other, and one content is left', async () => {
    await inManyOrders(async (scheduler) => {
      const {
        shared: { world },
        settle,
      } = await race(scheduler, ({ one, other, owner, writer }) => [
        one.updateAlgo({ id: 1, changes: content('one') }, owner),
        one.updateAlgo({ id: 1, changes: content('two') }, writer),
        other.updateAlgo({ id: 1, changes: content('three') }, owner),
      ]);
      await settle();
      expect((await world.ports.algos.findById(1))?.version).toBe(6);
    });
  });

  it("of equal content do not take each other's away", async () => {
    await inManyOrders(async (scheduler) => {
      const {
        shared: { world, reader },
        settle,
      } = await race(scheduler, ({ one, other, owner, writer }) => [
        one.updateAlgo({ id: 1, changes: content('same') }, owner),
        other.updateAlgo({ id: 1, changes: content('same') }, writer),
        one.updateAlgo({ id: 1, changes: content('same') }, writer),
      ]);
      await settle();
      await read(world.service, reader);
    });
  });

  it('and the sweeper leave each other alone', async () => {
    await inManyOrders(async (scheduler) => {
      const {
        shared: { world },
        settle,
      } = await race(scheduler, ({ one, owner, writer, world: { service } }) => [
        one.updateAlgo({ id: 1, changes: content('one') }, owner),
        one.resumeWork(),
        one.updateAlgo({ id: 1, changes: content('two') }, writer),
        one.createAlgo({ ...content('new'), ownerId: owner.user.id }, owner),
        service.resumeWork(),
      ]);
      await settle();
      expect(world.data.algos.size).toBe(2);
    });
  });
});

describe.each(PROCESSES)('the deletion of a user beside their work, $name', ({ isShared }) => {
  const race = races(isShared);

  it('leaves nothing of theirs behind, in whatever order', async () => {
    await inManyOrders(async (scheduler) => {
      const ended = (error: unknown): void => {
        if (!(error instanceof DomainError)) throw error;
      };
      const {
        shared: { world },
        settle,
      } = await race(scheduler, ({ one, other, owner, writer }) => [
        one.deleteUser(owner.user.id, owner),
        other.createAlgo({ ...content('late'), ownerId: owner.user.id }, owner).catch(ended),
        one.createAlgo({ ...content('late'), ownerId: owner.user.id }, owner).catch(ended),
        other.updateAlgo({ id: 1, changes: content('late') }, writer).catch(ended),
        other.login({ email: owner.user.adresseMail, password: 'correct horse' }).catch(ended),
      ]);
      await settle();
      expect([...world.data.users.keys()]).toEqual([2, 3, 4]);
    });
  });

  it('who is given a right meanwhile leaves no right behind', async () => {
    await inManyOrders(async (scheduler) => {
      const { settle } = await race(scheduler, ({ one, other, owner, stranger }) => {
        const permsAlgorithme = [{ idUtilisateur: stranger.user.id, droits: 'Read' }];
        const unknown = (error: unknown): void => {
          if (!(error instanceof DomainError) || error.code !== Responses.General.Invalid_data) throw error;
        };
        return [
          one.deleteUser(stranger.user.id, stranger),
          other.updateAlgo({ id: 1, changes: { ...content('shared'), permsAlgorithme } }, owner).catch(unknown),
        ];
      });
      await settle();
    });
  });
});
