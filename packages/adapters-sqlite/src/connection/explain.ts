import { explained } from './failures.ts';

/** Runs work on the file; what it throws says which file, and in the errors of the adapter. */
export function explain<Value>(path: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw explained(error, path);
  }
}
