import { expect, it } from 'vitest';
import { DomainError, Responses, UnavailableError } from '../../src/index.ts';
import { atAnyVersion } from '../../src/upkeep/erasure.ts';
import { openShares } from '../shares/sharing.ts';
import { refusal } from '../support/world.ts';

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
  const erase = () => atAnyVersion({ algos }, algo, async (load) => seen.push(await load()));
  await erase();
  await algos.delete(1, 2);
  await erase();
  expect(seen).toEqual([changed]);
});

it('a deletion at any version rejects with every other error', async () => {
  const { algos, algo } = await stored();
  const failing = (problem: Error) => atAnyVersion({ algos }, algo, () => Promise.reject(problem));
  expect(await refusal(failing(new DomainError(Forbidden_update)))).toBe(Forbidden_update);
  const [unavailable, fault] = [new UnavailableError(), new Error('fault')];
  await expect(failing(unavailable)).rejects.toBe(unavailable);
  await expect(failing(fault)).rejects.toBe(fault);
  await failing(new DomainError(Not_found));
});
