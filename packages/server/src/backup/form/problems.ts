import { listLines, NAMED } from '../../terminal/text.ts';

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

  get text(): string {
    return listLines(this.#named, this.#count);
  }
}
