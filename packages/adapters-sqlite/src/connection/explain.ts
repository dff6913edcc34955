import { CorruptStoreError } from '../errors.ts';
import { explained } from './failures.ts';
import { UnreadableRowError } from './rowReader.ts';

/** Runs work on the file; what it throws says which file, and in the errors of the adapter. */
export function explain<Value>(path: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (error instanceof UnreadableRowError) {
      throw new CorruptStoreError(path, `holds an unreadable row: ${error.message}`, { cause: error });
    }
    throw explained(error, path);
  }
}
