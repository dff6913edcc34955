import { constants, setPriority } from 'node:os';
import { DatabaseSync } from 'node:sqlite';

// The process that quickCheck.ts starts: quickCheckProcess.ts FILE. It prints one line for each finding, and nothing for a
// sound file. It imports modules of Node only, because it runs without the conditions of the process that starts it.

const MOST_FINDINGS = 20;
const BUSY_TIMEOUT_MS = 5_000;
/** SQLITE_CORRUPT and SQLITE_NOTADB, https://sqlite.org/rescode.html. */
const DAMAGED: readonly unknown[] = [11, 26];

function findings(path: string): readonly string[] {
  const db = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  const rows = db.prepare(`PRAGMA quick_check(${MOST_FINDINGS})`).all();
  return rows.map((row) => String(row['quick_check'])).filter((text) => text !== 'ok');
}

/** The finding of an error that says that the file is damaged; other errors are thrown again. */
function damage(error: unknown): readonly string[] {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null;
  if (!DAMAGED.includes(code)) throw error;
  return [error instanceof Error ? error.message : String(error)];
}

function found(path: string): readonly string[] {
  try {
    return findings(path);
  } catch (error) {
    return damage(error);
  }
}

try {
  setPriority(constants.priority.PRIORITY_LOW);
  const lines = found(process.argv[2] ?? '').map((text) => text.replaceAll(/\s*\n\s*/g, ' '));
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
