import type { ManifestFacts } from './form/manifest.ts';
import { listed } from './form/problems.ts';

/** What a backup holds, in words: a line, and more for what is not in it. */
export function madeText(facts: ManifestFacts): string {
  const { date, rows, contents, leftOut } = facts;
  const counts = Object.entries(rows).map(([kind, { count }]) => `${kind} ${count}`);
  const line = `The store of ${date}: ${counts.join(', ')}; ${contents.count} contents, ${contents.bytes} bytes`;
  return leftOut.count === 0 ? line : `${line}\n${leftOutText(facts)}`;
}

export const leftOutText = ({ leftOut: { count, named } }: Pick<ManifestFacts, 'leftOut'>): string =>
  `Not in the backup, because it is damaged in the store (${count}):\n${listed(named, count)}`;
