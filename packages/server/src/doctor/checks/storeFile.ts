import type { Finding } from '../finding.ts';
import type { Look } from '../look.ts';

/** How many lines of SQLite a finding shows. */
const SHOWN = 5;

/** SQLite's own check of the whole file. */
export async function* checkIntegrity({ sqlite, location, mending }: Look): AsyncGenerator<Finding> {
  const problems = sqlite?.integrity() ?? [];
  if (sqlite === null || problems.length === 0) return;
  const rest = problems.length > SHOWN ? `; and ${problems.length - SHOWN} more` : '';
  const finding = {
    code: 'store-integrity',
    place: location,
    detail: `${problems.slice(0, SHOWN).join('; ')}${rest}`,
  } as const;
  const mend = async (): Promise<string> => {
    sqlite.rebuildIndexes();
    const left = sqlite.integrity().length;
    if (left > 0) throw new Error(`The indexes were made anew, and ${left} problems are left`);
    return 'The indexes were made anew';
  };
  yield { ...finding, ...(mending !== null && { mend }) };
}

/** The tables, indexes and triggers, compared with those of this release. */
export async function* checkSchema({ sqlite, mending }: Look): AsyncGenerator<Finding> {
  if (sqlite === null) return;
  for (const { type, name, problem } of sqlite.schemaDifferences()) {
    const finding = { code: 'schema-part', place: `${type} ${name}`, detail: `It ${problem}` } as const;
    const mend = async (): Promise<string> => {
      sqlite.restoreSchema();
      return 'It was made anew';
    };
    yield { ...finding, ...(mending !== null && type !== 'table' && { mend }) };
  }
}

/** The tables that triggers maintain, compared with the records. */
export async function* checkSums({ sqlite, mending }: Look): AsyncGenerator<Finding> {
  if (sqlite === null) return;
  const { owners, algos, users } = sqlite.sumDifferences();
  const mend = async (): Promise<string> => {
    sqlite.rebuildSums();
    return 'The sums, the index of rights and that of former e-mail addresses were made anew';
  };
  const change = mending === null ? {} : { mend };
  for (const owner of owners) yield { code: 'sums-wrong', place: `usage, ${owner}`, owner, ...change };
  for (const id of algos) yield { code: 'sums-wrong', place: `access, algorithm ${id}`, ...change };
  for (const id of users) yield { code: 'sums-wrong', place: `formerEmails, user ${id}`, ...change };
}
