import { dirname } from 'node:path';

/** What is read of a report in the schema of mutation-testing-report-schema. */
export interface Report {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

interface Mutant {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: string;
  /** Lines and columns from 1. */
  readonly location: { readonly start: Place; readonly end: Place };
}

interface Place {
  readonly line: number;
  readonly column: number;
}

const FOUND = ['Killed', 'Timeout', 'RuntimeError'];
const MISSED = ['Survived', 'NoCoverage'];

interface Row {
  readonly file: string;
  readonly status: string;
  /** The place and the change: the same in each report. */
  readonly text: string;
  /** As Stryker takes it: lines from 1, columns from 0. */
  readonly range: string;
}

/** The ranges of the mutants that no test noticed. */
export const rangesOfMissed = (report: Report): readonly string[] => [
  ...new Set(missedIn(rowsOf(report)).map(({ range }) => range)),
];

const missedIn = (rows: readonly Row[]): readonly Row[] => rows.filter(({ status }) => MISSED.includes(status));

/**
 * The score of each folder and of all, and every mutant that no test noticed. Mutants that were not run do not count.
 * @param second what the tests of the second pass noticed; they tried what the first ones had missed
 */
export function summaryOf(first: readonly Report[], second: readonly Report[]): string {
  const found = new Set(
    second
      .flatMap(rowsOf)
      .filter(({ status }) => FOUND.includes(status))
      .map(({ text }) => text),
  );
  const rows = first.flatMap(rowsOf).map((row) => (found.has(row.text) ? { ...row, status: 'Killed' } : row));
  const folders = [...new Set(rows.map(({ file }) => dirname(file)))].sort();
  const scores = folders.map((folder) =>
    score(
      folder,
      rows.filter(({ file }) => dirname(file) === folder),
    ),
  );
  const missed = missedIn(rows).map(({ status, text }) => `${text}  (${status})`);
  return [...scores, score('all', rows), '', ...missed].join('\n');
}

function rowsOf({ files }: Report): Row[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants.map((mutant) => {
      const { start, end } = mutant.location;
      const change = `${original(lines, mutant)} -> ${oneLine(mutant.replacement ?? '')}`;
      return {
        file,
        status: mutant.status,
        text: `${file}:${start.line}:${start.column} ${mutant.mutatorName}: ${change}`,
        range: `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`,
      };
    });
  });
}

function original(lines: readonly string[], { location: { start, end } }: Mutant): string {
  const chosen = lines.slice(start.line - 1, end.line);
  const last = chosen.pop() ?? '';
  const whole = [...chosen, last.slice(0, end.column - 1)].join('\n');
  return oneLine(whole.slice(start.column - 1));
}

const SHOWN = 80;
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, SHOWN);

function score(name: string, rows: readonly Row[]): string {
  const found = rows.filter(({ status }) => FOUND.includes(status)).length;
  const missed = missedIn(rows).length;
  const percent = found + missed === 0 ? '-' : `${((100 * found) / (found + missed)).toFixed(1)} %`;
  return `${percent.padStart(8)}  ${found} of ${found + missed}  ${name}`;
}
