import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const ROOT = join(import.meta.dirname, '..');

/**
 * The files that take longest, in their order, as the durations of a whole run on two cores show them. Most are short texts that run a
 * large suite. vitest goes through the levels one after the other, and starts large files first where it knows no durations, as in a fresh
 * clone: then one of these runs alone at the end.
 */
const LONGEST = [
  // The first level.
  'packages/adapters-sqlite/test/contracts.test.ts',
  'packages/server/test/migrate/interruption.test.ts',
  'packages/server/test/doctor/sqlite.test.ts',
  'packages/server/test/migrate/verification.test.ts',
  'packages/http-koa/test/suite.test.ts',
  'packages/adapters-sqlite/test/content/contract.test.ts',
  // The others.
  'packages/server/test/mongodb/http.mongo.test.ts',
  'packages/server/test/http.process.test.ts',
  'packages/server/test/systemCalls.long.test.ts',
  'packages/adapters-mongo/test/contracts/contents.mongo.test.ts',
  'packages/server/test/commitFaults.long.test.ts',
  'packages/adapters-mongo/test/contracts/records.mongo.test.ts',
  'packages/adapters-mongo/test/contracts/sessions.mongo.test.ts',
  'packages/server/test/mongodb/faultModel.long.test.ts',
  'packages/server/test/stopOnBadDisk.process.test.ts',
  'packages/server/test/killLoop.long.test.ts',
  'packages/server/test/migrate/matrix.mongo.test.ts',
  'packages/server/test/syncs.process.test.ts',
  'packages/server/test/mongodb/randomOperations.long.test.ts',
  'packages/server/test/faultModel.long.test.ts',
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
