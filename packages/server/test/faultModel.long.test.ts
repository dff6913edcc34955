import { memorySet } from './support/adapterSets/memorySet.ts';
import { sqliteSet } from './support/adapterSets/sqliteSet.ts';
import { faultModelOn } from './support/faultModel/faultModelOn.ts';

faultModelOn('memory', async () => memorySet(), 'all');
faultModelOn('SQLite and files', sqliteSet, { every: 1, first: 0 });
