import { hash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { PortableKind } from '@algotheque/domain';
import { type Facts, sealOf } from '../../../src/backup/form/lines.ts';

type Row = Record<string, unknown>;

/** The lines of a backup without its seal. */
export async function linesOf(path: string): Promise<Row[]> {
  const lines = (await readFile(path, 'utf8')).trim().split('\n');
  return lines.slice(0, -1).map((line): Row => JSON.parse(line));
}

/** Writes a backup of these lines, with the right digest. @param secret signs it; null leaves it without a signature */
export async function writeLines(path: string, lines: readonly object[], secret: Uint8Array | null): Promise<void> {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  await writeFile(path, `${text}${JSON.stringify(sealOf(hash('sha256', text), secret))}\n`);
}

/** What a backup says of itself at its end. */
export async function factsOf(path: string): Promise<Facts> {
  const found = (await linesOf(path)).flatMap((line) => ('end' in line ? [line['end'] as Facts] : []));
  if (found[0] === undefined) throw new Error('It has no end');
  return found[0];
}

/** Changes what a backup says of itself, and makes its digest fit. */
export async function forgeFacts(path: string, change: Partial<Facts>, secret: Uint8Array | null): Promise<void> {
  const lines = await linesOf(path);
  const changed = lines.map((line) => ('end' in line ? { end: { ...(line['end'] as Facts), ...change } } : line));
  await writeLines(path, changed, secret);
}

/** Changes the rows of a kind, and makes the digest fit them. */
export async function forge(
  path: string,
  { kind, change, secret }: { kind: PortableKind; change: (rows: Row[]) => Row[]; secret: Uint8Array | null },
): Promise<void> {
  const lines = await linesOf(path);
  const first = lines.findIndex((line) => kind in line);
  const rows = change(lines.flatMap((line) => (kind in line ? [line[kind] as Row] : [])));
  const others = lines.filter((line) => !(kind in line));
  await writeLines(path, others.toSpliced(first, 0, ...rows.map((row) => ({ [kind]: row }))), secret);
}
