/** Bounds the memory: the oldest are forgotten, and are then reported once more. */
const MOST = 10_000;

/** Distinguishes the first report of a problem from its repetitions. */
export class FirstReports {
  readonly #seen = new Set<string>();

  isFirst(problem: string): boolean {
    if (this.#seen.has(problem)) return false;
    this.#seen.add(problem);
    for (const oldest of this.#seen) {
      if (this.#seen.size <= MOST) break;
      this.#seen.delete(oldest);
    }
    return true;
  }
}
