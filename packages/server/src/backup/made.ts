import type { ManifestFacts } from './form/manifest.ts';
import { listed } from './form/problems.ts';

/** What a backup holds, in words: a line, and more for what is not in it. */
export function madeText(facts: ManifestFacts): string {
  const { date, rows, contents, leftOut, findings = [] } = facts;
  const counts = Object.entries(rows).map(([kind, { count }]) => `${kind} ${count}`);
  const line = `The store of ${date}: ${counts.join(', ')}; ${contents.count} contents, ${contents.bytes} bytes`;
  return [
    line,
    ...(leftOut.count === 0 ? [] : [leftOutText(facts)]),
    ...(findings.length === 0 ? [] : [findingsText(findings)]),
  ].join('\n');
}

export const leftOutText = ({ leftOut: { count, named } }: Pick<ManifestFacts, 'leftOut'>): string =>
  `Not in the backup, because it is damaged in the store (${count}):\n${listed(named, count)}`;

const findingsText = (findings: readonly string[]): string =>
  `Wrong in the store, and so in the backup (\`algotheque doctor\` says more):\n${listed(findings, findings.length)}`;
