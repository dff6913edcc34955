import { expect, it } from 'vitest';
import { rowsAtOnce } from '../../src/upkeep/portableStore.ts';

it('a copy holds fewer rows at once of a kind whose rows are large', () => {
  expect([rowsAtOnce('former'), rowsAtOnce('folder'), rowsAtOnce('algo'), rowsAtOnce('user')]).toEqual([
    1_000, 20, 1_000, 1_000,
  ]);
});
