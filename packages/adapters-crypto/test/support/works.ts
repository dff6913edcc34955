/** Works that end when the test says so, and the order in which they began. */
export class Works {
  readonly begun: number[] = [];
  readonly #ends = new Map<number, PromiseWithResolvers<number>>();
  most = 0;

  get underWay(): number {
    return this.#ends.size;
  }

  work(index: number): () => Promise<number> {
    return () => {
      this.begun.push(index);
      const end = Promise.withResolvers<number>();
      this.#ends.set(index, end);
      this.most = Math.max(this.most, this.underWay);
      return end.promise;
    };
  }

  end(index: number, problem?: Error): void {
    const end = this.#ends.get(index);
    if (end === undefined) throw new Error(`Work ${index} is not under way`);
    this.#ends.delete(index);
    if (problem === undefined) end.resolve(index);
    else end.reject(problem);
  }

  endOldest(): void {
    const [oldest] = this.#ends.keys();
    if (oldest !== undefined) this.end(oldest);
  }
}

/** Lets all work run that does not wait for the clock. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
