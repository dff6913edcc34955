import { memorySet } from './support/adapterSets/memorySet.ts';
import { sqliteSet } from './support/adapterSets/sqliteSet.ts';
import { contentRacesOn } from './support/contentRaces/contentRacesOn.ts';

contentRacesOn('memory', async () => memorySet(), { every: 1 });
contentRacesOn('SQLite and files', sqliteSet, { every: 20 });
