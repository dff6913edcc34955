import { cpSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PASSWORD } from '@algotheque/testing/httpClient';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFaultsIn, type FaultRule, type Faults, noFaults } from '../../../test/support/faults/faultLibrary.ts';
import { makeScratch } from '../../../test/support/scratchFolder.ts';
import { readFacts } from './support/storedState/readFacts.ts';
import { type FaultCase, faultCases, watching } from './support/systemCalls/faultCases.ts';
import { faultyStart } from './support/systemCalls/faultyStart.ts';
import { type KilledFolder, LONG_AGO, leaveKilled } from './support/systemCalls/killedFolder.ts';
import { testRuns } from './support/testRuns.ts';

/** Of so many cases the sample has one. */
const SAMPLE_EVERY = { killed: 601, none: 701 };
const EIO = 5;
/** The samples have these too. In the first of each, what is tried after the first fault fails as well. */
const ALWAYS: Readonly<Record<'killed' | 'none', readonly FaultCase[]>> = {
  killed: [
    named('the secret cannot be read, and the lock not be released in order', [
      { call: 'open', path: '/secret$', errno: EIO },
      { call: 'stat', path: 'lock.pid', errno: EIO },
    ]),
    named('one connection cannot open the log to write', [
      { call: 'open', path: '.db-wal', skip: 3, count: 1, errno: EIO },
    ]),
    named('an earlier content cannot be written at first', [{ call: 'fsync', path: '/algos/', count: 1, errno: EIO }]),
  ],
  none: [
    named(
      'the new database cannot be written, and not be opened again',
      ['.db', '.db-wal'].map((path) => ({ call: 'write', path: `${path}$`, skip: 1, errno: EIO })),
    ),
  ],
};
/** A start reads the log of the database in hundreds of pieces. */
const READS_EVERY = 16;
const reason = noFaults();
if (reason !== null) console.warn(`Failing system calls of a start are not tested: ${reason}`);

describe.skipIf(reason !== null)('every system call of a start that fails', () => {
  let folder = '';
  let faults: Faults | undefined;
  let killed: KilledFolder | undefined;
  beforeAll(async () => {
    folder = makeScratch();
    faults = buildFaultsIn(folder);
    killed = await leaveKilled(join(folder, 'killed'), faults);
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(['killed', 'none'] as const)('on the folder: %s', { timeout: 7_200_000 }, async (kind) => {
    if (faults === undefined || killed === undefined) throw new Error('no server was started');
    const dir = join(folder, 'data');
    const given = { dir, faults, killed: kind === 'none' ? null : killed };
    const begin = (): void => {
      rmSync(dir, { recursive: true, force: true });
      if (kind === 'killed') cpSync(join(folder, 'killed'), dir, { recursive: true, preserveTimestamps: true });
    };
    begin();
    const before = faults.hits().length;
    expect(await faultyStart(given, { rules: watching(dir, ['']) }, true)).toBe('served');
    const cases = [...ALWAYS[kind], ...picked(faultCases(faults.hits().slice(before), dir, ['']), SAMPLE_EVERY[kind])];
    const outcomes: string[] = [];
    const wrong: string[] = [];
    for (const [at, faultCase] of cases.entries()) {
      begin();
      const found = await faultyStart(given, faultCase, at % 2 === 0)
        .then((outcome) => outcomes.push(outcome))
        .then(() => wrongAfter(dir, given.killed))
        .catch((problem: unknown) => [String(problem)]);
      wrong.push(...found.map((text) => `${faultCase.name}: ${text}`));
    }
    if (testRuns() !== null) {
      const count = (outcome: string) => outcomes.filter((one) => one === outcome).length;
      const tallied = ['served', 'refused', 'ended'].map((outcome) => `${count(outcome)} ${outcome}`).join(', ');
      console.info(`Starts, folder ${kind}: ${cases.length} cases: ${tallied}`);
    }
    expect(wrong.slice(0, 30)).toEqual([]);
    expect(outcomes).toContain('refused');
  });
});

function named(name: string, rules: readonly FaultRule[]): FaultCase {
  return { name, rules };
}

function picked(all: readonly FaultCase[], every: number): readonly FaultCase[] {
  if (testRuns() === null) return all.filter((_case, at) => at % every === 0);
  return all.filter(({ name }, at) => !name.startsWith('read ') || at % READS_EVERY === 0);
}

/** Starts without faults. @returns how what is there differs from what was acknowledged, and what is left over */
async function wrongAfter(dir: string, killed: KilledFolder | null): Promise<string[]> {
  const expected = killed?.facts ?? new Map<string, string>();
  const facts = await readFacts(dir, { facts: expected.keys(), passwords: [PASSWORD] });
  const wrong = [...expected].filter(([fact, value]) => facts.get(fact) !== value);
  const mails = join(dir, 'outbox/tmp');
  const old = readdirSync(mails).filter((name) => statSync(join(mails, name)).mtimeMs <= LONG_AGO * 1_000);
  return [...wrong.map(([fact]) => `${fact} is ${facts.get(fact)}`), ...old.map((name) => `${name} is left`)];
}
