import { DatabaseSync, StatementSync } from 'node:sqlite';
import { vi } from 'vitest';

/** What ran on the embedded database. */
export interface StatementCost {
  readonly reads: number;
  readonly writes: number;
  /** Commits of transactions that wrote. */
  readonly commits: number;
}

const WRITE = /^\s*(?:INSERT|UPDATE|DELETE)\b/;
const CONTROL = /^\s*(?:BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|PRAGMA)\b/;

/** Counts the statements of all connections of this process while `work` runs. */
export async function statementCost(work: () => Promise<unknown>): Promise<StatementCost> {
  const ran: string[] = [];
  const spies = [...spiesOnStatements(ran), spyOnExec(ran)];
  try {
    await work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return costOf(ran);
}

function spiesOnStatements(ran: string[]) {
  return (['run', 'get', 'all', 'iterate'] as const).map((name) => {
    const original = StatementSync.prototype[name];
    return vi.spyOn(StatementSync.prototype, name).mockImplementation(function (this: StatementSync, ...values) {
      ran.push(this.sourceSQL);
      return Reflect.apply(original, this, values) as never; // each of the four returns what its original returns
    });
  });
}

function spyOnExec(ran: string[]) {
  const original = DatabaseSync.prototype.exec;
  return vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
    ran.push(sql);
    original.call(this, sql);
  });
}

function costOf(ran: readonly string[]): StatementCost {
  let commits = 0;
  let hasWritten = false;
  for (const sql of ran) {
    if (sql.startsWith('BEGIN')) hasWritten = false;
    else if (WRITE.test(sql)) hasWritten = true;
    else if (sql === 'COMMIT' && hasWritten) commits += 1;
  }
  const writes = ran.filter((sql) => WRITE.test(sql)).length;
  const reads = ran.filter((sql) => !WRITE.test(sql) && !CONTROL.test(sql)).length;
  return { reads, writes, commits };
}
