import { sqliteSet } from './support/adapterSets/sqliteSet.ts';
import { randomOperationsOn } from './support/randomOperations/randomOperationsOn.ts';

randomOperationsOn('SQLite and files', sqliteSet, 20);
