import { createHash, hash } from 'node:crypto';
import type { PortableKind } from '@algotheque/domain';
import { StartError } from '../startError.ts';
import type { ProgressPart, Watch } from '../terminal/progress.ts';
import { type AnyRow, keyOf, kindInWords, ROW_KINDS, sortedJson } from './rows.ts';
import { BEGIN_ANEW, type ReadSide, readContent } from './sides.ts';

/**
 * Reads both sides completely, with contents.
 * @returns of each kind the number of rows, and a SHA-256 over all of them in the order of their keys
 * @throws StartError that names the first row that differs
 */
export async function verifyCopy(from: ReadSide, to: ReadSide, { signal, progress }: Watch) {
  const now = Date.now();
  const verified: Awaited<ReturnType<typeof compare>>[] = [];
  for (const kind of ROW_KINDS) {
    const part = progress.begin(`  ${kindInWords(kind)}: verifying`, await from.rows.countRows(kind));
    const sides = { expected: linesOf(from, kind, now), actual: linesOf(to, kind, now), signal, part };
    verified.push(await compare(kind, sides));
  }
  return verified;
}

interface Sides {
  readonly expected: AsyncIterator<Line>;
  readonly actual: AsyncIterator<Line>;
  readonly signal: AbortSignal;
  readonly part: ProgressPart;
}

async function compare(kind: PortableKind, { expected, actual, signal, part }: Sides) {
  const all = createHash('sha256');
  for (let rows = 0; ; rows += 1) {
    signal.throwIfAborted();
    const [one, other] = await Promise.all([expected.next(), actual.next()]);
    if (one.done === true && other.done === true) {
      const digest = all.digest('hex');
      part.end(`  ${kindInWords(kind)}: ${rows} verified, ${digest}`);
      return { kind, rows, digest };
    }
    const difference = differenceOf(one.done === true ? null : one.value, other.done === true ? null : other.value);
    if (difference !== null) throw new StartError(`The copy differs: ${kind} ${difference}. ${BEGIN_ANEW}`);
    all.update(`${one.value.row}\n${one.value.content ?? ''}\n`);
    part.reach(rows + 1);
  }
}

/** The difference of two rows; null if there is none. At most one of the two may be absent. */
function differenceOf(expected: Line | null, actual: Line | null): string | null {
  if (actual === null || (expected !== null && expected.key < actual.key))
    return `${expected?.name} is missing in the target`;
  if (expected === null || actual.key < expected.key) return `${actual.name} is in the target only`;
  if (expected.row !== actual.row) return `${expected.name} has another record in the target`;
  if (expected.content === null) return `${expected.name} has lost its content in the source`;
  return expected.content === actual.content ? null : `${expected.name} has other content in the target`;
}

interface Line {
  readonly key: number | string;
  /** The key as messages show it; for the digest of a token only its beginning. */
  readonly name: string;
  readonly row: string;
  /** SHA-256 of the content that the row names, null when that is missing; empty for rows that have no content. */
  readonly content: string | null;
}

/** MongoDB removes sessions, and what is remembered, by itself after their end: so what ends soon is not compared. */
const ABOUT_TO_END_MS = 600_000;
const SHOWN_DIGEST = 8;

/** The rows of a kind by ascending key, without what MongoDB removes and has ended by `now` (ms since the epoch) or ends soon. */
async function* linesOf(side: ReadSide, kind: PortableKind, now: number): AsyncGenerator<Line, undefined> {
  for await (const batch of side.rows.exportRows(kind)) {
    for (const row of batch) {
      if (endsSoon(row, now)) continue;
      const key = keyOf(kind, { ...row }) ?? '';
      const name = kind === 'session' ? String(key).slice(0, SHOWN_DIGEST) : String(key);
      yield { key, name, ...(await comparedOf(side, row)) };
    }
  }
}

function endsSoon(row: AnyRow, now: number): boolean {
  const end = 'digest' in row ? row.dateExpiration : 'until' in row ? row.until : null;
  return end !== null && end - now <= ABOUT_TO_END_MS;
}

async function comparedOf(side: ReadSide, row: AnyRow): Promise<Pick<Line, 'row' | 'content'>> {
  if (!('ref' in row)) return { row: sortedJson(row), content: '' };
  const bytes = await readContent(side, row);
  return { row: sortedJson(row), content: bytes === null ? null : hash('sha256', bytes) };
}
