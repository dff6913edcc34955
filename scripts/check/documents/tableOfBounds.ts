import type { SourceNumber } from './numbersOfSources.ts';
import { type TestName, testsNamedIn } from './testTitles.ts';

/** A row of docs/bounds.md. */
interface BoundRow extends SourceNumber {
  readonly tests: readonly TestName[];
}

export interface TableOfBounds {
  readonly rows: readonly BoundRow[];
  /** `package file.ts NAME` of constants that are no bounds; an object stands for all of its numbers. */
  readonly others: readonly string[];
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

/** Reads the tables of the page: one of bounds for each package, and the one of other numbers. */
export function tableOfBounds(page: string): TableOfBounds {
  const sections = page.split(/^## /m).slice(1);
  const rows = sections.flatMap((section) => {
    const packageName = /^packages\/(\S+)/.exec(section)?.[1];
    if (packageName === undefined) return [];
    return section
      .split('\n')
      .filter(isRow)
      .map((line) => {
        const [name = '', value = '', , , tests = ''] = cellsOf(line);
        const named = testsNamedIn(tests, `packages/${packageName}/test`);
        return { packageName, name: name.replaceAll('`', ''), value: numberOf(value), tests: named };
      });
  });
  const last = sections.find((section) => section.startsWith('Numbers that are no bounds')) ?? '';
  const others = last
    .split('\n')
    .filter(isRow)
    .flatMap((line) => [...(cellsOf(line)[1] ?? '').matchAll(/`([^`]+)`/g)]);
  return { rows, others: others.map(([, name = '']) => name) };
}

const keyOf = ({ packageName, name }: Pick<SourceNumber, 'packageName' | 'name'>): string => `${packageName} ${name}`;

const covers = (constant: string, key: string): boolean => key === constant || key.startsWith(`${constant}.`);

/** What of the page and the sources does not fit, in words. */
export function differences({ rows, others }: TableOfBounds, numbers: readonly SourceNumber[]): readonly string[] {
  const listed = new Map(rows.map((row) => [keyOf(row), row]));
  const unknown = numbers
    .map(keyOf)
    .filter((key) => !listed.has(key) && !others.some((constant) => covers(constant, key)));
  const values = numbers.filter((number) => (listed.get(keyOf(number))?.value ?? number.value) !== number.value);
  const gone = [...listed.keys()].filter((key) => !numbers.some((number) => keyOf(number) === key));
  const without = others.filter((constant) => !numbers.some((number) => covers(constant, keyOf(number))));
  const both = [...listed.keys()].filter((key) => others.some((constant) => covers(constant, key)));
  return [
    ...unknown.map(
      (key) => `${key} is in no table: add it with a test that exceeds it, or with the reason why it is no bound`,
    ),
    ...values.map((number) => `${keyOf(number)} is ${number.value} in the sources`),
    ...[...gone, ...without].map((key) => `${key} is not in the sources`),
    ...both.map((key) => `${key} is in both kinds of tables`),
    ...rows.filter(({ tests }) => tests.length === 0).map((row) => `${keyOf(row)} names no test`),
  ];
}
