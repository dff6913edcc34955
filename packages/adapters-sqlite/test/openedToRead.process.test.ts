import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { buildFaults, noFaults } from '../../../test/support/faults/faultLibrary.ts';
import { openSqliteStore } from '../src/index.ts';
import { scratchPath } from './support/scratch.ts';

const CHILD = fileURLToPath(new URL('children/openAndWrite.ts', import.meta.url));
const EIO = 5;
/** Each connection opens the log of SQLite once. */
const MOST_OPENS = 6;

const reason = noFaults();
if (reason !== null) console.warn(`Logs that cannot be opened to write are not tested: ${reason}`);

it.skipIf(reason !== null)(
  'a log that could once not be opened to write refuses the opening, and no write after it',
  async () => {
    const faults = buildFaults();
    const path = scratchPath();
    const store = openSqliteStore(path); // keeps the log there
    onTestFinished(() => store.close());
    await store.folders.compareAndSet(2, 0, { lastId: 0, folders: [] });
    const outcomes = Array.from({ length: MOST_OPENS }, (_, skip) => {
      faults.set({ call: 'open', path: '.db-wal', skip, count: 1, errno: EIO });
      const env = { ...process.env, ...faults.env };
      return execFileSync(process.execPath, ['--conditions=@algotheque/source', CHILD, path], {
        env,
        encoding: 'utf8',
      });
    });
    expect(outcomes).toContain('refused');
    expect(outcomes.at(-1), 'without a fault').toBe('0 failed');
    expect(outcomes.filter((outcome) => outcome !== 'refused' && outcome !== '0 failed')).toEqual([]);
  },
);
