/** Waiting work in groups. The groups are served in turn; within a group, the first to come is served first. */
export class TurnsByAddress<Waiter> {
  /** The first group has the next turn. No group is empty. */
  readonly #groups = new Map<string, Set<Waiter>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  sizeOf(group: string): number {
    return this.#groups.get(group)?.size ?? 0;
  }

  add(group: string, waiter: Waiter): void {
    const waiters = this.#groups.get(group) ?? new Set();
    this.#groups.set(group, waiters.add(waiter));
    this.#size += 1;
  }

  /** Whether the waiter was there. */
  remove(group: string, waiter: Waiter): boolean {
    const waiters = this.#groups.get(group);
    if (waiters?.delete(waiter) !== true) return false;
    this.#size -= 1;
    if (waiters.size === 0) this.#groups.delete(group);
    return true;
  }

  /** Removes and returns the next waiter; its group then waits until all others had a turn. */
  next(): Waiter | undefined {
    const [first] = this.#groups;
    if (first === undefined) return undefined;
    const [group, waiters] = first;
    const [waiter] = waiters;
    if (waiter === undefined) return undefined;
    this.remove(group, waiter);
    if (waiters.size > 0) {
      this.#groups.delete(group); // and added again, as the last
      this.#groups.set(group, waiters);
    }
    return waiter;
  }

  /** The size of the largest group, and its newest waiter. */
  largest(): { readonly size: number; readonly newest: Waiter } | undefined {
    const [largest] = [...this.#groups.values()].sort((one, other) => other.size - one.size);
    if (largest === undefined) return undefined;
    const newest = [...largest].at(-1);
    return newest === undefined ? undefined : { size: largest.size, newest };
  }
}
