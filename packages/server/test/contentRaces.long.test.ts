import { filesSet } from './support/adapterSets/filesSet.ts';
import { memorySet } from './support/adapterSets/memorySet.ts';
import { sqliteSet } from './support/adapterSets/sqliteSet.ts';
import { contentRacesOn } from './support/contentRaces/contentRacesOn.ts';

contentRacesOn('memory', async () => memorySet(), { every: 1 });
contentRacesOn('memory and files', filesSet, { every: 20 });
contentRacesOn('SQLite and files', sqliteSet, { every: 100 });
