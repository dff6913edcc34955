import { oneLine } from '../../terminal/text.ts';

/** The most that a message names. */
const NAMED = 20;

/** What is wrong with a backup: all of it counted, the first of it named. */
export class Problems {
  readonly #named: string[] = [];
  #count = 0;

  add(problem: string): void {
    this.#count += 1;
    if (this.#named.length < NAMED) this.#named.push(problem);
  }

  get count(): number {
    return this.#count;
  }

  /** A line for each problem. */
  get text(): string {
    return listed(this.#named, this.#count);
  }
}

/** An indented line for each, without what could change a terminal, and a last one for those that are not named. */
export function listed(named: readonly string[], count: number): string {
  const shown = named.slice(0, NAMED);
  const rest = count > shown.length ? [`and ${count - shown.length} more`] : [];
  return [...shown, ...rest].map((line) => `  ${oneLine(line)}`).join('\n');
}
