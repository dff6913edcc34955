import { createHash } from 'node:crypto';
import type { Algorithme, PortableKind } from '@algotheque/domain';
import { StartError } from '../startError.ts';
import { readContent, type Side, withoutRef } from './copyStore.ts';
import { sortedJson } from './sortedJson.ts';

/** What there is of a kind: how many rows, and a SHA-256 over all of them in the order of their keys. */
export interface Tally {
  readonly kind: PortableKind;
  readonly rows: number;
  readonly digest: string;
}

const KINDS: readonly PortableKind[] = ['user', 'token', 'folder', 'deletion', 'lastId', 'algo'];

/**
 * Reads both sides whole and compares them by counts and digests, contents included.
 * @throws StartError that names the first kind that differs
 */
export async function verifyCopy(from: Side, to: Side): Promise<readonly Tally[]> {
  const tallies: Tally[] = [];
  for (const kind of KINDS) {
    const [expected, actual] = await Promise.all([tally(from, kind), tally(to, kind)]);
    if (expected.rows !== actual.rows || expected.digest !== actual.digest) {
      throw new StartError(
        `The copy differs in ${kind}: ${expected.rows} rows (${expected.digest}) became ${actual.rows} (${actual.digest})`,
      );
    }
    tallies.push(expected);
  }
  return tallies;
}

async function tally(side: Side, kind: PortableKind): Promise<Tally> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const batch of side.portable.exportRows(kind)) {
    for (const row of batch) {
      rows += 1;
      hash.update(kind === 'algo' ? await algoLine(side, row as Algorithme) : sortedJson(row)).update('\n');
    }
  }
  return { kind, rows, digest: hash.digest('hex') };
}

async function algoLine(side: Side, algo: Algorithme): Promise<string> {
  const content = createHash('sha256')
    .update(await readContent(side, algo))
    .digest('hex');
  return `${withoutRef(algo)} ${content}`;
}
