import { describe, expect, it } from 'vitest';
import type { AlgoChanges } from '../../src/algorithm.ts';
import { serviceContext } from '../../src/context.ts';
import { finishShares } from '../../src/shares/finishShares.ts';
import type { Step } from '../support/intercept.ts';
import { emailOf } from '../support/world.ts';
import { confirmedMember, DAY, openShares, shareMails, shareMany, sharesOf } from './sharing.ts';

const WAITING_MS = 30 * DAY;

/** The algorithm has these lists of shares. Bob is user 2, Cleo is user 3; both addresses are confirmed. */
async function withShares(listsAt: (now: number) => Pick<AlgoChanges, 'permsAlgorithme' | 'waiting'>) {
  const { world } = await openShares();
  for (const name of ['bob', 'cleo']) await confirmedMember(world, name);
  const algo = await world.ports.algos.compareAndSet(1, 1, listsAt(world.clock.now()));
  if (algo === null) throw new Error('the record has another version');
  const problems: unknown[] = [];
  const policy = { limits: null };
  const parts = serviceContext(world.ports, { policy, onProblem: (problem) => problems.push(problem) });
  const stored = () => world.ports.algos.findById(1);
  return { world, algo, problems, stored, finish: () => finishShares(parts, algo) };
}

const grant = (idUtilisateur: number, fields: object = {}) => ({
  idUtilisateur,
  droits: 'Read' as const,
  date: 5,
  ...fields,
});

const waitingFor = (name: string, dateExpiration: number, isMailDue = false) => ({
  adresseMail: emailOf(name),
  droits: 'Read' as const,
  locale: 'en' as const,
  date: 5,
  dateExpiration,
  isMailDue,
});

describe('shares that wait', () => {
  /** Two algorithms with a share each, and of each pass of `resumeWork` how many it has found. */
  async function opened() {
    const found: number[] = [];
    const step: Step = async (name, run) => {
      const result = await run();
      if (name === 'algos.listSharesDue') found.push((result as []).length);
      return result;
    };
    const shared = await openShares({ bounds: { batch: 1 }, step });
    await shareMany(shared, 2, 'bob');
    return { ...shared, found };
  }

  it('end, however many batches they are', async () => {
    const { world, found } = await opened();
    world.clock.advance(WAITING_MS + 1);
    await world.service.resumeWork();
    for (const id of [1, 2]) expect(await sharesOf(world, id)).toEqual({ users: [], waiting: [] });
    expect(found).toEqual([1, 1, 0]);
  });

  it('are not read while nothing is due', async () => {
    const { world, found } = await opened();
    await world.service.resumeWork();
    world.clock.advance(WAITING_MS);
    await world.service.resumeWork();
    expect(found).toEqual([0, 0]);
  });
});

describe('what is due about the shares of a record', () => {
  it('is a mail to those who got none, and no other', async () => {
    const { world, stored, problems, finish } = await withShares((now) => ({
      permsAlgorithme: [grant(2), grant(3, { isMailDue: true })],
      waiting: [waitingFor('dan', now + DAY), waitingFor('eve', now + DAY, true)],
    }));
    expect(await finish()).toBe(true);
    expect(shareMails(world)).toEqual([`algo_shared ${emailOf('cleo')} en`, `share_invitation ${emailOf('eve')} en`]);
    const { permsAlgorithme, waiting } = (await stored()) ?? {};
    expect(permsAlgorithme).toEqual([grant(2), grant(3)]);
    expect(waiting?.map(({ isMailDue }) => isMailDue)).toEqual([false, false]);
    expect(problems).toEqual([]);
  });

  it('is nothing when no mail is due and nothing has ended: the record keeps its version', async () => {
    const { algo, stored, finish } = await withShares((now) => ({
      permsAlgorithme: [grant(2), grant(3)],
      waiting: [waitingFor('dan', now + DAY), waitingFor('eve', now + DAY)],
    }));
    expect(await finish()).toBe(false);
    expect(await stored()).toEqual(algo);
  });

  it('changes the record once when two servers do it', async () => {
    const { algo, stored, finish } = await withShares((now) => ({
      permsAlgorithme: [grant(2, { isMailDue: true })],
      waiting: [waitingFor('dan', now + DAY, true)],
    }));
    expect([await finish(), await finish()]).toEqual([true, false]);
    expect((await stored())?.version).toBe(algo.version + 1);
  });

  it('is the end of the right of a user who was deleted, and of nobody else', async () => {
    const { world, problems, finish } = await withShares(() => ({
      permsAlgorithme: [grant(2), grant(99, { isMailDue: true })],
    }));
    expect(await finish()).toBe(true);
    expect(await sharesOf(world)).toEqual({ users: [2], waiting: [] });
    expect([shareMails(world), problems]).toEqual([[], []]);
  });

  it('is nothing when the owner was deleted: no mail goes out, and nothing is reported', async () => {
    const { world, algo, stored, problems, finish } = await withShares((now) => ({
      permsAlgorithme: [grant(2, { isMailDue: true })],
      waiting: [waitingFor('dan', now - 1)],
    }));
    await world.ports.users.markDeleted(1);
    expect(await finish()).toBe(false);
    expect(await stored()).toEqual(algo);
    expect([shareMails(world), problems]).toEqual([[], []]);
  });
});
