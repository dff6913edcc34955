import { sqlitePlace } from './support/killLoop/sqlitePlace.ts';
import { stormOn } from './support/storm/stormOn.ts';

stormOn('SQLite and files', sqlitePlace);
