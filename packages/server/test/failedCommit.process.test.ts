import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nextLine, startChildWith } from '../../../test/support/childProcess.ts';
import { buildFaults, type FaultRule, noFaults } from '../../../test/support/faults/faultLibrary.ts';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { MEMBER, storesOn } from './support/storesOn.ts';

const FAIL_ONE_COMMIT = new URL('./children/failOneCommit.ts', import.meta.url);
const EIO = 5;
const reason = noFaults();
if (reason !== null) console.warn(`Failed commits are not tested: ${reason}`);

interface Case {
  /** Calls that fail during one commit, each of them once. */
  readonly faults: readonly FaultRule[];
  /** Whether recovery finds the change committed. */
  readonly comesBack: boolean;
}

const CASES: Readonly<Record<string, Case>> = {
  'the sync of the log': {
    faults: [{ call: 'fsync', path: '.db-wal', count: 1, errno: EIO }],
    comesBack: false, // closing has moved the committed data that the connection knew into the file, and removed the log
  },
  'the sync of the log, then that of the file as it is closed,': {
    faults: [
      { call: 'fsync', path: '.db-wal', count: 1, errno: EIO },
      { call: 'fsync', path: '.db$', count: 1, errno: EIO },
    ],
    comesBack: true, // the log still exists, and recovery reads all of it
  },
  'a write to the log': {
    faults: [{ call: 'write', path: '.db-wal', skip: 1, count: 1, errno: EIO }],
    comesBack: false,
  },
};

/** The names of the algorithms after a start, without and with the change. */
const NAMES: Readonly<Record<string, readonly [before: readonly string[], after: readonly string[]]>> = {
  create: [['kept'], ['kept', 'new']],
  update: [['kept'], ['new']],
  delete: [['kept'], []],
};

describe.skipIf(reason !== null).each(Object.entries(CASES))('when %s fails', (_what, { faults, comesBack }) => {
  it.each(Object.entries(NAMES))(
    'in a commit (%s), record and content are consistent after a kill',
    async (change, names) => {
      const dir = scratchFolder();
      const library = buildFaults();
      const child = startChildWith(library.env, FAIL_ONE_COMMIT, dir, change);
      expect(await nextLine(child)).toBe('ready');
      library.set(...faults);
      child.go();
      expect(await nextLine(child)).toBe('Responses.General.Unavailable');
      expect(library.hits()).toHaveLength(faults.length);
      expect(await nextLine(child)).toBe('swept');
      await child.kill();
      expect(await wholeAlgos(dir)).toEqual(names[comesBack ? 1 : 0]);
    },
  );
});

describe.skipIf(reason !== null).each(['the sync of the log', 'a write to the log'])(
  'when %s fails while another process reads the database, as the check in the background does',
  (what) => {
    it('record and content are consistent after a kill', async () => {
      const dir = scratchFolder();
      const library = buildFaults();
      const child = startChildWith(library.env, FAIL_ONE_COMMIT, dir, 'update');
      expect(await nextLine(child)).toBe('ready');
      const reader = new DatabaseSync(join(dir, 'algotheque.db'), { readOnly: true });
      onTestFinished(() => reader.close());
      reader.exec('BEGIN');
      expect(reader.prepare('SELECT nom FROM algos').all()).toEqual([{ nom: 'kept' }]);
      library.set(...(CASES[what]?.faults ?? []));
      child.go();
      expect(await nextLine(child)).toBe('Responses.General.Unavailable');
      expect(library.hits()).toHaveLength(1);
      expect(await nextLine(child)).toBe('swept');
      await child.kill();
      reader.exec('COMMIT');
      expect(await wholeAlgos(dir)).toEqual(['kept']);
    });
  },
);

/**
 * The names of all algorithms. Asserts that every record has its content, every content has its record or is of what is in the bin, and no
 * work is unfinished.
 */
async function wholeAlgos(dir: string): Promise<string[]> {
  const { service, records } = await storesOn(dir);
  onTestFinished(() => records.close());
  await service.resumeWork();
  const caller = await service.authenticate((await service.login(MEMBER)).token);
  const algos = await records.algos.listAll({ after: 0, limit: 10 });
  for (const { id, nom } of algos) {
    const { source } = await service.getAlgo({ id }, caller);
    expect(source?.text()).toBe(JSON.stringify({ nom }));
  }
  const deleted = await records.bin.list({ ownerId: 1, limit: 10 });
  await records.close();
  const files = (folder: string) => readdirSync(join(dir, folder)).filter((name) => name.endsWith('.json'));
  const namesOf = (found: readonly { readonly id: number }[]) => found.map(({ id }) => `${id}.json`);
  expect(files('algos').sort()).toEqual(namesOf(algos).sort());
  expect(files('algos/bin')).toEqual(namesOf(deleted));
  expect(readdirSync(join(dir, 'algos/staging'))).toEqual([]);
  return algos.map(({ nom }) => nom);
}
