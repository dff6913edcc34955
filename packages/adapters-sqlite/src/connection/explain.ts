import { explained } from './failures.ts';

/** Runs work on the file. Its errors become errors of the adapter, which name the file. */
export function explain<Value>(path: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw explained(error, path);
  }
}
