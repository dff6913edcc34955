import { createHash } from 'node:crypto';
import type { PortableKind } from '@algotheque/domain';
import { StartError } from '../startError.ts';
import { KIND_WORDS } from '../terminal/kindWords.ts';
import type { ProgressPart, Watch } from '../terminal/progress.ts';
import { type Line, linesOf } from './lines.ts';
import { BEGIN_ANEW, type ReadSide } from './side.ts';

/** All rows of a kind: their number, and a SHA-256 over all of them in the order of their keys. */
export interface Tally {
  readonly kind: PortableKind;
  readonly rows: number;
  readonly digest: string;
}

const KINDS: readonly PortableKind[] = ['user', 'session', 'folder', 'deletion', 'lastId', 'former', 'deleted', 'algo'];

/**
 * Reads both sides completely, with contents, and compares them row by row.
 * @throws StartError that names the first row that differs
 */
export async function* verifyCopy(from: ReadSide, to: ReadSide, { signal, progress }: Watch): AsyncGenerator<Tally> {
  const now = Date.now();
  for (const kind of KINDS) {
    const total = await from.portable.countRows(kind);
    const part = progress.begin(`  ${KIND_WORDS[kind]}: verifying`, total);
    yield await compare(kind, { expected: linesOf(from, kind, now), actual: linesOf(to, kind, now), signal, part });
  }
}

interface Sides {
  readonly expected: AsyncIterator<Line>;
  readonly actual: AsyncIterator<Line>;
  readonly signal: AbortSignal;
  readonly part: ProgressPart;
}

async function compare(kind: PortableKind, { expected, actual, signal, part }: Sides): Promise<Tally> {
  const hash = createHash('sha256');
  for (let rows = 0; ; rows += 1) {
    signal.throwIfAborted();
    const [one, other] = await Promise.all([expected.next(), actual.next()]);
    if (one.done === true && other.done === true) {
      const digest = hash.digest('hex');
      part.end(`  ${KIND_WORDS[kind]}: ${rows} verified, ${digest}`);
      return { kind, rows, digest };
    }
    const difference = differenceOf(one.done === true ? null : one.value, other.done === true ? null : other.value);
    if (difference !== null) throw new StartError(`The copy differs: ${kind} ${difference}`);
    hash
      .update(one.value.row)
      .update('\n')
      .update(one.value.content ?? '')
      .update('\n');
    part.reach(rows + 1);
  }
}

const RUN_AGAIN = 'Run the same command again.';

/**
 * The difference of two rows, and what to do about it; null if there is none. At most one of the two may be absent.
 */
function differenceOf(expected: Line | null, actual: Line | null): string | null {
  if (actual === null || (expected !== null && expected.key < actual.key)) {
    return `${expected?.name} is missing in the target. ${RUN_AGAIN}`;
  }
  if (expected === null || actual.key < expected.key) return `${actual.name} is in the target only. ${BEGIN_ANEW}`;
  if (expected.row !== actual.row) return `${expected.name} has another record in the target. ${RUN_AGAIN}`;
  if (expected.content === null) return `${expected.name} has lost its content in the source. ${RUN_AGAIN}`;
  if (expected.content !== actual.content) return `${expected.name} has other content in the target. ${RUN_AGAIN}`;
  return null;
}
