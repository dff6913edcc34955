import { rm } from 'node:fs/promises';
import { DomainError } from '@algotheque/domain';
import { untyped } from '@algotheque/testing/worlds';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OPERATIONS } from '../support/faultModel/operations.ts';
import { addPeople } from '../support/faultModel/people.ts';
import { makeScratch } from '../support/scratch.ts';
import { storesOn } from '../support/storesOn.ts';
import { testRuns } from '../support/testRuns.ts';
import { examined } from './support/examined.ts';

/** Between two operations: no limit refuses one. */
const BETWEEN_MS = 900_000;
const names = fc.array(fc.constantFrom(...Object.keys(OPERATIONS)), { minLength: 10, maxLength: 30, size: 'max' });

it('finds nothing in any store that a service has made', async () => {
  let done = 0;
  const run = async (dataDir: string, operations: readonly string[]): Promise<void> => {
    const stores = await storesOn(dataDir);
    const service = untyped(stores.service);
    const people = { ...(await addPeople({ ...stores, service })), mailer: stores.ports.mailer };
    for (const name of operations) {
      stores.clock.advance(BETWEEN_MS);
      const refused = (error: unknown): void => {
        if (!(error instanceof DomainError)) throw error;
        done -= 1;
      };
      await OPERATIONS[name]?.operate(service, people).catch(refused);
      done += 1;
    }
    const now = () => stores.clock.now();
    expect((await examined(dataDir, { now })).findings, 'beside it').toEqual([]);
    await stores.records.close();
    expect((await examined(dataDir, { now, repair: true })).findings, 'after it').toEqual([]);
  };
  const property = fc.asyncProperty(names, async (operations) => {
    const dataDir = await makeScratch();
    await run(dataDir, operations).finally(() => rm(dataDir, { recursive: true, force: true }));
  });
  await fc.assert(property, { numRuns: testRuns() ?? 6, seed: 20_261_122 });
  expect(done).toBeGreaterThan(25);
});
