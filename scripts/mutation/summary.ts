import { dirname } from 'node:path';

/** What is read of a report in the schema of mutation-testing-report-schema. */
export interface Report {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

interface Mutant {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: string;
  readonly location: { readonly start: Place; readonly end: Place };
}

interface Place {
  readonly line: number;
  readonly column: number;
}

const FOUND = ['Killed', 'Timeout', 'RuntimeError'];
const MISSED = ['Survived', 'NoCoverage'];

interface Row {
  readonly folder: string;
  readonly status: string;
  /** One line: the place, what was there, and what took its place. */
  readonly text: string;
}

/** The score of each folder and of all, and every mutant that no test noticed. Mutants that were not run do not count. */
export function summaryOf(report: Report): string {
  const rows = rowsOf(report);
  const folders = [...new Set(rows.map(({ folder }) => folder))].sort();
  const scores = folders.map((folder) =>
    score(
      folder,
      rows.filter((row) => row.folder === folder),
    ),
  );
  const missed = rows.filter(({ status }) => MISSED.includes(status)).map(({ status, text }) => `${text}  (${status})`);
  return [...scores, score('all', rows), '', ...missed].join('\n');
}

function rowsOf({ files }: Report): Row[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants.map((mutant) => ({
      folder: dirname(file),
      status: mutant.status,
      text: `${file}:${mutant.location.start.line} ${mutant.mutatorName}: ${original(lines, mutant)} -> ${oneLine(mutant.replacement ?? '')}`,
    }));
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
  const missed = rows.filter(({ status }) => MISSED.includes(status)).length;
  const percent = found + missed === 0 ? '-' : `${((100 * found) / (found + missed)).toFixed(1)} %`;
  return `${percent.padStart(8)}  ${found} of ${found + missed}  ${name}`;
}
