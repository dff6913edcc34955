import { describe, expect, it } from 'vitest';
import { atAnyVersion, eraseUser } from '../../src/algos/erasure.ts';
import { serviceContext } from '../../src/context.ts';
import { DamagedError, DomainError, Responses, UnavailableError } from '../../src/index.ts';
import { openShares } from '../shares/sharing.ts';
import { before, failing, intercept, type Step } from '../support/intercept.ts';
import { member, openWorld, refusal } from '../support/world.ts';

const { Not_found, Forbidden_update } = Responses.Algo;

async function stored() {
  const { algos } = (await openShares()).world.ports;
  const algo = await algos.findById(1);
  if (algo === null) throw new Error('the algorithm is absent');
  return { algos, algo };
}

it('a deletion at any version gets the record as it is now, and is over when there is none', async () => {
  const { algos, algo } = await stored();
  const changed = await algos.compareAndSet(1, 1, { nom: 'Changed' });
  const seen: unknown[] = [];
  const erase = () => atAnyVersion(algos, algo, async (load) => seen.push(await load()));
  await erase();
  await algos.delete(1, 2);
  await erase();
  expect(seen).toEqual([changed]);
});

it('a deletion at any version rejects with every other error', async () => {
  const { algos, algo } = await stored();
  const failing = (problem: Error) => atAnyVersion(algos, algo, () => Promise.reject(problem));
  expect(await refusal(failing(new DomainError(Forbidden_update)))).toBe(Forbidden_update);
  const [unavailable, fault] = [new UnavailableError(), new Error('fault')];
  await expect(failing(unavailable)).rejects.toBe(unavailable);
  await expect(failing(fault)).rejects.toBe(fault);
  await failing(new DomainError(Not_found));
});

describe('the deletion of a user who has two algorithms in the bin', () => {
  /** The user is marked. A batch has one algorithm. */
  async function marked() {
    const world = openWorld({ bounds: { batch: 1 } });
    const owner = await member(world, 'owner');
    for (const id of [1, 2]) {
      await world.service.createAlgo({ ownerId: 1, nom: 'Sort', sourceCode: { id } }, owner);
      await world.service.deleteAlgo({ id }, owner);
    }
    await world.ports.users.markDeleted(1);
    const erase = (step: Step = (_name, run) => run()) =>
      eraseUser(serviceContext(intercept(world.ports, step), { bounds: { batch: 1 } }), 1);
    const left = async () => [world.data.bin.size, world.contents.published.size, world.data.users.size];
    return { world, erase, left };
  }

  it('removes all of them, with their contents, and the user', async () => {
    const { erase, left } = await marked();
    expect(await erase()).toBe(true);
    expect(await left()).toEqual([0, 0, 0]);
  });

  it('leaves the user to the repetition when a call has restored one meanwhile', async () => {
    const { world, erase, left } = await marked();
    const restore = async () => {
      for (const { id, version } of await world.ports.bin.listOwned(1, 1))
        await world.ports.bin.restore(id, version, { permsAlgorithme: [], places: [] });
    };
    expect(await erase(before('bin.remove', restore))).toBe(false);
    expect((await left()).at(-1)).toBe(1);
    expect(await erase()).toBe(true);
    expect(await left()).toEqual([0, 0, 0]);
  });
});

describe('the deletion of a user who has an algorithm', () => {
  /** The user is marked. `problems` are the reports of the deletion. */
  async function marked() {
    const { world } = await openShares();
    await world.ports.users.markDeleted(1);
    const problems: string[] = [];
    const erase = (step: Step) =>
      eraseUser(
        serviceContext(intercept(world.ports, step), {
          policy: { limits: null },
          onProblem: (_problem, where) => problems.push(where),
        }),
        1,
      );
    const left = () => [world.data.algos.size, world.contents.published.size, world.data.users.size];
    return { world, erase, left, problems };
  }

  it('removes one that cannot be deleted because it is damaged, and reports it', async () => {
    const { erase, left, problems } = await marked();
    const damage = new DamagedError({ place: 'algos', id: 1, field: 'ref' });
    expect(await erase(before('algos.delete', () => Promise.reject(damage)))).toBe(true);
    expect(left()).toEqual([0, 0, 0]);
    expect(problems).toEqual(['algorithm of a user who is deleted: removed']);
  });

  it.each(['algos.delete', 'algos.idsWhere'])('stays when %s finds no store, and is repeated', async (method) => {
    const { erase, left } = await marked();
    const fail = () => Promise.reject(new UnavailableError());
    expect(await refusal(erase(before(method, fail)))).toBe(Responses.General.Unavailable);
    expect(left()).toEqual([1, 1, 1]);
    expect(await erase((_name, run) => run())).toBe(true);
    expect(left()).toEqual([0, 0, 0]);
  });

  it('removes one whose reference is damaged, and reports it', async () => {
    const { world, erase, problems } = await marked();
    const damage = new DamagedError({ place: 'algos', id: 1, field: 'ref' });
    expect(await erase(before('contentStore.noteRemoval', () => Promise.reject(damage)))).toBe(true);
    expect([world.data.algos.size, world.data.users.size]).toEqual([0, 0]);
    expect(problems).toEqual(['algorithm content: a damaged reference']);
  });

  it('keeps a damaged one, whose record cannot be read again, for the repetition', async () => {
    const { world, erase, left } = await marked();
    world.data.damage({ place: 'algos', id: 1, field: 'nom' });
    expect(await refusal(erase(failing('algos.findById')))).toBe(Responses.General.Unavailable);
    expect(left()).toEqual([1, 1, 1]);
    expect(await erase((_name, run) => run())).toBe(true);
    expect(left()).toEqual([0, 0, 0]);
  });
});

it('an entry of the bin with a damaged key is removed without the content of the algorithm that the key is like', async () => {
  const { world } = await openShares();
  const removed: unknown[] = [];
  const ports = intercept(world.ports, async (name, run) => {
    if (name === 'bin.remove') return true;
    removed.push(name);
    return run();
  });
  const key = { id: '1' as unknown as number, version: 1, ref: (await world.ports.algos.findById(1))?.ref ?? null };
  expect(await serviceContext(ports, {}).content.removeFromBin(key)).toBe(true);
  expect(removed).toEqual([]);
});
