import { describe, expect, it } from 'vitest';
import { serviceContext } from '../../src/context.ts';
import { changedUser } from '../../src/index.ts';
import { withdrawRights } from '../../src/shares/withdrawal.ts';
import { dueOf, newGrant } from '../../testkit/suites/samples.ts';
import { openSharedAlgo } from '../support/algos.ts';
import { after, before, intercept, type Step } from '../support/intercept.ts';

const WITHDRAWAL = dueOf('withdrawal', { version: 7 });

/** A shared algorithm, id 1 at version 2, and another one in the bin, id 2, with a right as well. */
async function shared(due = [WITHDRAWAL]) {
  const { world, owner, reader } = await openSharedAlgo();
  const { ports } = world;
  const permsAlgorithme = [newGrant(reader.user.id)];
  await world.service.createAlgo({ ownerId: 1, nom: 'Euclid', sourceCode: {} }, owner);
  await ports.algos.compareAndSet(2, 1, { permsAlgorithme });
  const user = await ports.users.findById(1);
  await ports.users.change(1, (now) => changedUser(now, user?.credentialsVersion ?? 0, { mdpHash: 'new', due }));
  const toBin = (id: number, version: number) => ports.bin.add(id, version, world.clock.now());
  await toBin(2, 2);
  const problems: unknown[] = [];
  const withdraw = (step: Step = (_name, run) => run()) =>
    withdrawRights(serviceContext(intercept(ports, step), { onProblem: (problem) => problems.push(problem) }), {
      id: 1,
      due: [WITHDRAWAL],
    });
  const rights = async (id: number) => (await ports.algos.findById(id))?.permsAlgorithme.length;
  const binned = async (id: number) => (await ports.bin.find(id))?.permsAlgorithme.length;
  return { ports, withdraw, rights, binned, toBin, problems, permsAlgorithme };
}

describe('a withdrawal', () => {
  it('takes the rights on algorithms and in the bin', async () => {
    const { withdraw, rights, binned } = await shared();
    await withdraw();
    expect([await rights(1), await binned(2)]).toEqual([0, 0]);
  });

  it.each([
    ['there is no entry', []],
    ['the entry is of another version', [dueOf('withdrawal', { version: 8 })]],
    ['an entry of this version is of another kind', [dueOf('notice', { version: 7 })]],
  ])('takes nothing when it is due no more: %s', async (_which, due) => {
    const { withdraw, rights, binned } = await shared(due);
    await withdraw();
    expect([await rights(1), await binned(2)]).toEqual([2, 1]);
  });

  it('takes the rights of what moves to the bin before its visit', async () => {
    const { withdraw, binned, toBin } = await shared();
    await withdraw(before('algos.listAccessible', () => toBin(1, 2)));
    expect(await binned(1)).toBe(0);
  });

  it('leaves what the new owner has in the bin when another server has finished', async () => {
    const { ports, withdraw, binned, toBin, permsAlgorithme } = await shared();
    const finished = after('algos.compareAndSet', async () => {
      await ports.dueWork.end(1, WITHDRAWAL);
      await ports.algos.compareAndSet(1, 3, { permsAlgorithme });
      await toBin(1, 4);
    });
    await withdraw(finished);
    expect(await binned(1)).toBe(1);
  });

  it('takes the rights in the bin before it lists the algorithms', async () => {
    const { withdraw, binned } = await shared();
    let seen: number | undefined;
    await withdraw(
      before('algos.listAccessible', async () => {
        seen = await binned(2);
      }),
    );
    expect(seen).toBe(0);
  });

  it('takes the rights of a record that changes meanwhile, and leaves alone one that is gone', async () => {
    for (const isGone of [false, true]) {
      const { ports, withdraw, rights, problems } = await shared();
      const change = () => (isGone ? ports.algos.delete(1, 2) : ports.algos.compareAndSet(1, 2, { nom: 'Changed' }));
      await withdraw(before('algos.compareAndSet', change));
      expect(await rights(1)).toBe(isGone ? undefined : 0);
      expect(problems).toEqual([]);
    }
  });
});
