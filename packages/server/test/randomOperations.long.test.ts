import { filesSet } from './support/adapterSets/filesSet.ts';
import { sqliteSet } from './support/adapterSets/sqliteSet.ts';
import { randomOperationsOn } from './support/randomOperations/randomOperationsOn.ts';

randomOperationsOn('memory and files', filesSet, 10);
randomOperationsOn('SQLite and files', sqliteSet, 20);
