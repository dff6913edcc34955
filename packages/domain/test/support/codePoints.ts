/** How many code points `work` reads from strings one by one: a cost that is counted, not timed. */
export function countCodePoints(work: () => void): number {
  const original = String.prototype[Symbol.iterator];
  let count = 0;
  String.prototype[Symbol.iterator] = function* (this: string) {
    for (const codePoint of { [Symbol.iterator]: () => original.call(this) }) {
      count += 1;
      yield codePoint;
    }
  } as typeof original; // a generator is an iterator; the type of the library has one more, private member
  try {
    work();
  } finally {
    String.prototype[Symbol.iterator] = original;
  }
  return count;
}
