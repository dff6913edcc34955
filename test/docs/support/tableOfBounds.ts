import type { SourceNumber } from './numbersOfSources.ts';
import { type TestName, testsNamedIn } from './testTitles.ts';

/** A row of docs/bounds.md. */
interface BoundRow extends SourceNumber {
  readonly tests: readonly TestName[];
}

const cellsOf = (line: string): readonly string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());

const isRow = (line: string): boolean => line.startsWith('|') && !/^\| (?:bound|reason|---)/.test(line);

/** `1,000` or `1/8`. */
function numberOf(text: string): number {
  const [over = '', under = '1'] = text.replaceAll(',', '').split('/');
  return Number(over) / Number(under);
}

/** Reads the rows of the page: it has one table of bounds for each package. */
export function tableOfBounds(page: string): readonly BoundRow[] {
  return page.split(/^## packages\//m).flatMap((section, index) => {
    const [packageName = '', ...lines] = index === 0 ? [] : section.split('\n');
    return lines.filter(isRow).map((line) => {
      const [name = '', value = '', , , tests = ''] = cellsOf(line);
      const named = testsNamedIn(tests, `packages/${packageName}/test`);
      return { packageName, name: name.replaceAll('`', ''), value: numberOf(value), tests: named };
    });
  });
}

/** Reads the list of numbers that the page does not have, as `package file.ts NAME`; an object stands for all of its numbers. */
export function innerNumbers(list: string): readonly string[] {
  return [...list.matchAll(/^([\w-]+): (.*)$/gm)].flatMap(([, packageName = '', names = '']) =>
    names.split(', ').map((name) => `${packageName} ${name}`),
  );
}

const keyOf = ({ packageName, name }: Pick<SourceNumber, 'packageName' | 'name'>): string => `${packageName} ${name}`;

const covers = (constant: string, key: string): boolean => key === constant || key.startsWith(`${constant}.`);

/** What of the page, the list of inner numbers and the sources does not fit, in words. */
export function differences(
  rows: readonly BoundRow[],
  inner: readonly string[],
  numbers: readonly SourceNumber[],
): readonly string[] {
  const listed = new Map(rows.map((row) => [keyOf(row), row]));
  const unknown = numbers
    .map(keyOf)
    .filter((key) => !listed.has(key) && !inner.some((constant) => covers(constant, key)));
  const values = numbers.filter((number) => (listed.get(keyOf(number))?.value ?? number.value) !== number.value);
  const gone = [...listed.keys()].filter((key) => !numbers.some((number) => keyOf(number) === key));
  const without = inner.filter((constant) => !numbers.some((number) => covers(constant, keyOf(number))));
  const both = [...listed.keys()].filter((key) => inner.some((constant) => covers(constant, key)));
  return [
    ...unknown.map(
      (key) => `${key} is unknown: add a row with a test that exceeds it, or a name and the reason to innerNumbers.txt`,
    ),
    ...values.map((number) => `${keyOf(number)} is ${number.value} in the sources`),
    ...[...gone, ...without].map((key) => `${key} is not in the sources`),
    ...both.map((key) => `${key} is on the page and in innerNumbers.txt`),
    ...rows.filter(({ tests }) => tests.length === 0).map((row) => `${keyOf(row)} names no test`),
  ];
}
