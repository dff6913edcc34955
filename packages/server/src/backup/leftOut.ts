import type { NamedContent } from '@algotheque/domain';
import { kindInWords, ROW_KINDS } from '../migrate/rows.ts';
import { listLines } from '../terminal/text.ts';
import { type BackupFacts, type Facts, MOST_CHARS } from './form/lines.ts';

const MOST_NAMED = 500;

/** What is damaged in the store and so not in the backup. */
export class LeftOut {
  readonly #contents = new Set<string>();
  readonly #named: string[] = [];
  #count = 0;

  /** What names a content that is missing or damaged is left out too: the contents of all that is in a backup are there. */
  addContent({ ref }: Pick<NamedContent, 'ref'>, problem: string): void {
    this.#contents.add(ref);
    this.add(problem);
  }

  add(problem: string): void {
    this.#count += 1;
    if (this.#named.length < MOST_NAMED) this.#named.push(problem.slice(0, MOST_CHARS.leftOut));
  }

  hasContent({ ref }: Pick<NamedContent, 'ref'>): boolean {
    return this.#contents.has(ref);
  }

  get facts(): Facts['leftOut'] {
    return { count: this.#count, named: [...this.#named] };
  }
}

/** What a backup holds, in words: a line, and more for what is not in it. */
export function madeText(facts: BackupFacts): string {
  const { moment, isOneMoment, rows, contents, leftOut, findings } = facts;
  const counts = ROW_KINDS.map((kind) => `${kindInWords(kind)}: ${rows[kind]}`);
  const line = `The store of ${moment}: ${counts.join(', ')}; contents: ${contents.count}, ${contents.bytes} bytes`;
  return [
    line,
    ...(isOneMoment ? [] : [NOT_ONE_MOMENT]),
    ...(leftOut.count === 0 ? [] : [leftOutText(facts)]),
    ...(findings.length === 0 ? [] : [findingsText(findings)]),
  ].join('\n');
}

const NOT_ONE_MOMENT =
  'Not all rows are of this moment: some were read later, each with its content, because contents were replaced meanwhile or the store has no views of one moment';

export const leftOutText = ({ leftOut: { count, named } }: Pick<Facts, 'leftOut'>): string =>
  `Not in the backup, because it is damaged in the store (${count}):\n${listLines(named, count)}`;

const findingsText = (findings: readonly string[]): string =>
  `Wrong in the store, and so in the backup (\`algotheque doctor\` says more):\n${listLines(findings, findings.length)}`;
