import type { RowReader } from '@algotheque/domain';
import { RECORD_CHECKS } from '../../doctor/checks.ts';
import type { Finding } from '../../doctor/codes.ts';
import { Known, type Look } from '../../doctor/look.ts';
import { MOST_CHARS } from './lines.ts';

/** The most findings that a backup names, and so those that it may have. */
const MOST_FINDINGS = 200;

export interface FindingsParts {
  /** They are read once, kind by kind, in the order of a backup; only the deletions come before them. */
  readonly rows: RowReader;
  /** The time of the rows, in ISO 8601: what had ended then is no finding. */
  readonly date: string;
  /** The bytes of the content with this reference; null if that is not known. */
  sizes(ref: string): number | null;
}

/** What `algotheque doctor` finds in the rows of a backup, were it restored: a line for each, the first 200 of them. All rows are read. */
export async function findingsOf({ rows, date, sizes }: FindingsParts): Promise<readonly string[]> {
  const look: Look = {
    emailCase: 'exact',
    portable: rows,
    sizes,
    content: { read: async () => null, locate: (_id, ref) => ref },
    known: new Known(),
    now: () => Date.parse(date),
    reach() {},
  };
  const found: string[] = [];
  for (const check of RECORD_CHECKS) {
    for await (const finding of check.run(look)) if (found.length < MOST_FINDINGS) found.push(lineOf(finding));
  }
  return found;
}

const lineOf = ({ code, place, detail }: Finding): string =>
  `${code}: ${place}${detail == null ? '' : `; ${detail}`}`.slice(0, MOST_CHARS.finding);
