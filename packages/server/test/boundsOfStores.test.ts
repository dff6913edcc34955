import { MONGO_BOUNDS } from '@algotheque/adapters-mongo';
import { SQLITE_BOUNDS } from '@algotheque/adapters-sqlite';
import { SERVICE_BOUNDS } from '@algotheque/domain';
import { expect, it } from 'vitest';
import { LEVELS } from './support/adapterSets/bounds.ts';

it('every bound of the service and its stores is as low as it goes in one of the levels of the models', () => {
  const tables = { service: SERVICE_BOUNDS, sqlite: SQLITE_BOUNDS, mongo: MONGO_BOUNDS };
  for (const [part, table] of Object.entries(tables)) {
    for (const [name, { least }] of Object.entries(table)) {
      const values = LEVELS.map((level) => new Map(Object.entries(level[part as keyof typeof tables])).get(name));
      expect(values, `${part}.${name}`).toEqual(expect.arrayContaining([least, 1, 2]));
    }
  }
});
