import { expect, it } from 'vitest';
import { bothOr } from '../../src/content/keepFormer.ts';

it('two works of which one fails are taken back when the other one has ended', async () => {
  const other = Promise.withResolvers<void>();
  const steps: string[] = [];
  const takeBack = async () => void steps.push('taken back');
  const failure = new Error('fault');
  const both = bothOr(
    takeBack,
    Promise.reject(failure),
    other.promise.then(() => void steps.push('ended')),
  );
  const result = expect(both).rejects.toBe(failure);
  for (let turns = 0; turns < 10; turns += 1) await Promise.resolve();
  expect(steps).toEqual([]);
  other.resolve();
  await result;
  expect(steps).toEqual(['ended', 'taken back']);
});
