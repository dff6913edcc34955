import { readFileSync } from 'node:fs';
import { claimsOf, referenceProblems } from './documents/claims.ts';
import { numbersOfSources } from './documents/numbersOfSources.ts';
import { differences, tableOfBounds } from './documents/tableOfBounds.ts';
import { unknownTests } from './documents/testTitles.ts';

/** The sections of documents with claims that state nothing about the program, by heading, with the reason. */
export const WITHOUT_CLAIMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'SECURITY.md': {
    '': 'how to report a weakness',
    'How each statement is tested': 'about this document',
  },
  'docs/reliability.md': {
    '': 'about this document',
    Faults: 'about the tables below it',
    'Long runs': 'figures of runs of these tests, each of its day',
    'What the tests notice': 'figures of a run, of its day',
    'What is not promised': 'the opposite of a promise',
  },
};

/** What is wrong with the bounds of the sources and with docs/bounds.md, a line each. */
export function boundProblems(): readonly string[] {
  const table = tableOfBounds(readFileSync('docs/bounds.md', 'utf8'));
  const { numbers, bare } = numbersOfSources();
  return [
    ...differences(table, numbers),
    ...bare.map((text) => `${text}: a bound needs a name, a constant in capitals`),
    ...unknownTests(table.rows.flatMap(({ tests }) => tests)),
  ].map((problem) => `docs/bounds.md: ${problem}`);
}

/** What is wrong with the references of a document to its tests, a line each. */
export function claimProblems(file: string): readonly string[] {
  const found = claimsOf(readFileSync(file, 'utf8'), Object.keys(WITHOUT_CLAIMS[file] ?? {}));
  return [...referenceProblems(found), ...unknownTests([...found.tests.values()].flat())].map(
    (problem) => `${file}: ${problem}`,
  );
}

if (import.meta.main) {
  const problems = [...boundProblems(), ...Object.keys(WITHOUT_CLAIMS).flatMap(claimProblems)];
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
