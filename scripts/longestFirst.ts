import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const ROOT = join(import.meta.dirname, '..');

/**
 * The files that take longest, in their order, as the durations of a whole run on two cores show them. Most are short texts that run a
 * large suite. vitest starts large files first where it knows no durations, as in a fresh clone: then one of these runs alone at the end.
 */
const LONGEST = [
  'packages/server/test/mongodb/http.test.ts',
  'packages/server/test/http.test.ts',
  'packages/server/test/systemCalls.test.ts',
  'packages/adapters-mongo/test/contracts/contents.test.ts',
  'packages/server/test/commitFaults.test.ts',
  'packages/adapters-mongo/test/contracts/records.test.ts',
  'packages/adapters-mongo/test/contracts/sessions.test.ts',
  'packages/server/test/mongodb/faultModel.test.ts',
  'packages/server/test/stopOnBadDisk.test.ts',
  'packages/adapters-sqlite/test/content/contract.test.ts',
  'packages/adapters-sqlite/test/contracts.test.ts',
  'packages/server/test/killLoop.test.ts',
  'packages/server/test/migrate/matrix.test.ts',
  'packages/server/test/syncs.test.ts',
  'packages/server/test/mongodb/randomOperations.test.ts',
  'packages/server/test/faultModel.test.ts',
];

/** Starts the longest files first, so that the cores are busy until the end. */
export class LongestFirst extends BaseSequencer {
  /** @throws Error that names a file of the list that is not there */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    for (const path of LONGEST) {
      if (!existsSync(join(ROOT, path))) throw new Error(`scripts/longestFirst.ts names ${path}, which is not there`);
    }
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.indexOf(relative(ROOT, moduleId));
      return at === -1 ? LONGEST.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}
