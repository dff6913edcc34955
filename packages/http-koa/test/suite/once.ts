/** A value that several tests share because none of them changes it. It is made at the first use, once for each run of the suite. */
export function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
