import type { CheckRun, StoreCheck, StoreFinding } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { onLatest } from '../schema/migrations.ts';
import { remakeKeys, wrongKeys } from '../users/emailCase.ts';
import { rebuildSums, sumDifferences } from './sumsCheck.ts';

const MOST_PROBLEMS = 100;
const SHOWN = 5;

interface Checked {
  /** Open for writing, if the checks may mend. */
  readonly connection: Connection;
  /** The place of the store, for findings about the whole file. */
  readonly location: string;
}

/** What can be checked in a store file beside the records. A repair of records comes before that of their sums. */
export const storeChecks = (checked: Checked): readonly StoreCheck[] => [
  { name: 'database file', isFirst: true, run: (run) => checkIntegrity(checked, run) },
  { name: 'schema', isFirst: true, run: (run) => checkSchema(checked, run) },
  { name: 'e-mail keys', isFirst: false, run: (run) => checkEmailKeys(checked, run) },
  { name: 'sums', isFirst: false, run: (run) => checkSums(checked, run) },
];

const mending = ({ keepAside }: CheckRun, mend: () => Promise<string>): Pick<StoreFinding, 'mend'> =>
  keepAside === null ? {} : { mend };

/** What SQLite itself finds wrong in the file: pages, indexes, constraints. It reads the whole file. */
export function integrityProblems(connection: Connection): readonly string[] {
  const rows = connection.read(() => connection.prepare(`PRAGMA integrity_check(${MOST_PROBLEMS})`).all());
  return rows.map((row) => String(Object.values(row)[0])).filter((line) => line !== 'ok');
}

async function* checkIntegrity({ connection, location }: Checked, run: CheckRun): AsyncGenerator<StoreFinding> {
  const problems = integrityProblems(connection);
  if (problems.length === 0) return;
  const rest = problems.length > SHOWN ? `; and ${problems.length - SHOWN} more` : '';
  const detail = `${problems.slice(0, SHOWN).join('; ')}${rest}`;
  const mend = async (): Promise<string> => {
    connection.write(() => connection.exec('REINDEX'));
    const left = integrityProblems(connection).length;
    if (left > 0) throw new Error(`The indexes were made anew, and ${left} problems are left`);
    return 'The indexes were made anew';
  };
  yield { code: 'store-integrity', place: location, detail, ...mending(run, mend) };
}

const SCHEMA = "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'";

/** The tables, indexes and triggers, compared with those of this release. What somebody has added is no finding. Tables are not mended. */
async function* checkSchema({ connection }: Checked, run: CheckRun): AsyncGenerator<StoreFinding> {
  const found = new Map(connection.read(() => connection.prepare(SCHEMA).all()).map(({ name, sql }) => [name, sql]));
  for (const { type, name = '', sql } of onLatest((db) => db.prepare(SCHEMA).all())) {
    if (found.get(name) === sql) continue;
    const mend = async (): Promise<string> => {
      connection.write(() => connection.exec(`DROP ${type} IF EXISTS "${name}"; ${sql}`));
      return 'It was made anew';
    };
    const detail = found.has(name) ? 'It was changed' : 'It is missing';
    yield { code: 'schema-part', place: `${type} ${name}`, detail, ...(type !== 'table' && mending(run, mend)) };
  }
}

/** The keys by which the store compares addresses, if it compares them folded. */
async function* checkEmailKeys({ connection }: Checked, run: CheckRun): AsyncGenerator<StoreFinding> {
  const wrong = wrongKeys(connection);
  if (wrong.length === 0) return;
  const mend = async (): Promise<string> => {
    remakeKeys(connection);
    return 'The keys of all users were made anew';
  };
  yield { code: 'email-key', place: 'users', detail: `Users ${wrong.join(', ')}`, ...mending(run, mend) };
}

/** The tables that triggers maintain, compared with the records. */
async function* checkSums({ connection }: Checked, run: CheckRun): AsyncGenerator<StoreFinding> {
  const { owners, algos, users } = atOneMoment(connection, () => sumDifferences(connection));
  const change = mending(run, async () => {
    rebuildSums(connection);
    return 'The sums, the index of rights, that of former e-mail addresses and what users are found by were made anew';
  });
  for (const owner of owners) yield { code: 'sums-wrong', place: `usage, ${owner}`, owner, ...change };
  for (const id of algos) yield { code: 'sums-wrong', place: `access, algorithm ${id}`, ...change };
  for (const id of users) yield { code: 'sums-wrong', place: `users, ${id}`, ...change };
}

/** A server beside it changes records and tables in one commit. The connection that mends may be in a transaction already. */
function atOneMoment<Value>(connection: Connection, work: () => Value): Value {
  if (connection.isInTransaction) return work();
  connection.holdMoment();
  try {
    return work();
  } finally {
    if (connection.isInTransaction) connection.exec('ROLLBACK');
  }
}
