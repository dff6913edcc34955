import { ALL_BOUNDS } from '@algotheque/testing/worlds';
import { expect, it } from 'vitest';
import { LEVELS } from './support/adapterSets/bounds.ts';

it('every bound of the service is as low as it goes in one of the levels of the models', () => {
  for (const [name, { least }] of Object.entries(ALL_BOUNDS)) {
    const values = LEVELS.map((level) => new Map(Object.entries(level)).get(name));
    expect(values, name).toEqual(expect.arrayContaining([least, 1, 2]));
  }
});
