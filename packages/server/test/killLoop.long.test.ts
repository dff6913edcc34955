import { killCount } from './support/killLoop/killCount.ts';
import { killLoopOn } from './support/killLoop/killLoopOn.ts';
import { sqlitePlace } from './support/killLoop/sqlitePlace.ts';

killLoopOn('SQLite and files', sqlitePlace, killCount(14));
