import { readFileSync } from 'node:fs';
import { claimsOf, referenceProblems } from './claims.ts';
import { numbersOfSources } from './numbersOfSources.ts';
import { differences, innerNumbers, tableOfBounds } from './tableOfBounds.ts';
import { unknownTests } from './testTitles.ts';

/**
 * The sections of docs/reliability.md that state nothing about the program: introductions, figures of one day, and the opposite of a
 * promise.
 */
export const WITHOUT_CLAIMS = ['', 'Faults', 'Long runs', 'What the tests notice', 'What is not promised'];

/** What is wrong with the bounds of the sources, with docs/bounds.md and the list of numbers that it does not have, a line each. */
export function boundProblems(): readonly string[] {
  const rows = tableOfBounds(readFileSync('docs/bounds.md', 'utf8'));
  const inner = innerNumbers(readFileSync('test/docs/support/innerNumbers.txt', 'utf8'));
  const { numbers, bare } = numbersOfSources();
  return [
    ...differences(rows, inner, numbers),
    ...bare.map((text) => `${text}: a bound needs a name, a constant in capitals`),
    ...unknownTests(rows.flatMap(({ tests }) => tests)),
  ].map((problem) => `docs/bounds.md: ${problem}`);
}

/** What is wrong with the references of docs/reliability.md to its tests, a line each. */
export function claimProblems(): readonly string[] {
  const found = claimsOf(readFileSync('docs/reliability.md', 'utf8'), WITHOUT_CLAIMS);
  return [...referenceProblems(found), ...unknownTests([...found.tests.values()].flat())].map(
    (problem) => `docs/reliability.md: ${problem}`,
  );
}
