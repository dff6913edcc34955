import { join } from 'node:path';
import { binKillsOn } from './support/binKills.ts';
import { scratchFolder } from './support/scratch.ts';

binKillsOn('SQLite and files', 3, async () => ({ ALGOTHEQUE_DATA_DIR: join(await scratchFolder(), 'data') }));
