import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MONGO_BOUNDS } from '@algotheque/adapters-mongo';
import { SQLITE_BOUNDS } from '@algotheque/adapters-sqlite';
import { SERVICE_BOUNDS } from '@algotheque/domain';
import { expect, it } from 'vitest';
import { LEVELS } from './support/adapterSets/bounds.ts';

const PACKAGES = join(import.meta.dirname, '../..');

/** A number of things, bytes or tries with a name in capitals. */
const CONSTANT = /^(?:export )?const ([A-Z][A-Z0-9_]*) = [0-9(]/gm;
const OF_A_BOUND = /MOST|BATCH|BLOCK|PAGE|LANES|WRITERS|SYNCS|TRIES|READS|CHUNK|AT_ONCE|KEPT|REMEMBERED|BACKLOG/;

/** What a bound does not hold back while requests are served, or what a user sees of it; with the reason why it is no option. */
const FIXED: Readonly<Record<string, string>> = {
  'domain/src/users/formerEmails.ts MOST_TRIES':
    'tries of a change of an account, as a contract of the ports tests them',
  'domain/src/content/verifyContent.ts READS': 'a content is in one of two places',
  'domain/src/content/contentReader.ts READS_WITHOUT_LOCK': 'tries; the read after them takes its turn',
  'domain/src/emails/emailCase.ts MOST_NAMED': 'a message',
  'domain/src/sessions/userSessions.ts MOST': 'the highest value of a setting',
  'domain/src/algos/listAlgos.ts PAGE_RECORDS': 'pages of answers, whose number of records a request may lower',
  'domain/src/algos/listAlgos.ts PAGE_BYTES': 'pages of answers: a list of large records exceeds it',
  'domain/src/user.ts MOST_FORMER_EMAILS': 'a rule of accounts',
  'domain/src/inputs/name.ts MOST_MARKS': 'a rule of names',
  'domain/src/upkeep/contentScrub.ts MOST_REPORTS': 'reports of damage',
  'domain/src/upkeep/contentScrub.ts BATCH': 'a check in the background',
  'adapters-fs/src/diskReserve.ts CHUNK_BYTES': 'the making of the reserve',
  'adapters-mongo/src/users/hashParameters.ts MOST': 'hashes of several costs',
  'adapters-mongo/src/checks/mongoChecks.ts PAGE': 'the doctor',
  'adapters-mongo/src/checks/mongoChecks.ts MOST_WRONG': 'a report of the doctor',
  'adapters-mongo/src/copies/portableStore.ts CHUNK': 'copies of stores',
  'adapters-mongo/src/copies/storeView.ts BATCH': 'backups',
  'adapters-mongo/src/documents/pagesById.ts PAGE': 'copies of stores',
  'adapters-mongo/src/documents/updateOrBegin.ts TRIES': 'tries of one command',
  'adapters-mongo/src/documents/inserts.ts TRIES': 'tries of one command',
  'adapters-sqlite/src/users/emailCase.ts MOST_WRONG': 'a report of the doctor',
  'adapters-sqlite/src/checks/sqliteChecks.ts MOST_PROBLEMS': 'a report of the doctor',
  'adapters-sqlite/src/connection/commitGroup.ts MOST_TURNS': 'turns, no works: `commitWorks` bounds those',
  'adapters-sqlite/src/connection/batches.ts BATCH': 'copies of stores, and ends of expired rows',
  'adapters-sqlite/src/connection/rewriteLog.ts CHUNK_BYTES': 'a start',
  'adapters-sqlite/src/copies/storeView.ts BATCH': 'backups',
  'adapters-sqlite/src/checks/quickCheck.ts MOST_BYTES': 'a report of a check',
  'adapters-sqlite/src/checks/quickCheckProcess.ts MOST_FINDINGS': 'a report of a check',
  'adapters-sqlite/src/copies/tableCopy.ts EXPORT_BATCH': 'copies of stores',
};

it('every bound of the service and its stores is as low as it goes in one of the levels of the models', () => {
  const tables = { service: SERVICE_BOUNDS, sqlite: SQLITE_BOUNDS, mongo: MONGO_BOUNDS };
  for (const [part, table] of Object.entries(tables)) {
    for (const [name, { least }] of Object.entries(table)) {
      const values = LEVELS.map((level) => new Map(Object.entries(level[part as keyof typeof tables])).get(name));
      expect(values, `${part}.${name}`).toEqual(expect.arrayContaining([least, 1, 2]));
    }
  }
});

it('every other bound in the sources of the domain and the stores is known, with its reason', () => {
  const packages = ['domain', 'adapters-fs', 'adapters-mongo', 'adapters-sqlite'];
  const files = packages.flatMap((name) => globSync(`${name}/src/**/*.ts`, { cwd: PACKAGES }));
  const found = files.flatMap((file) =>
    [...readFileSync(join(PACKAGES, file), 'utf8').matchAll(CONSTANT)]
      .map(([, name = '']) => name)
      .filter((name) => OF_A_BOUND.test(name) && !name.endsWith('_MS'))
      .map((name) => `${file} ${name}`),
  );
  expect(found.length).toBeGreaterThan(20);
  expect(
    found.filter((bound) => !Object.hasOwn(FIXED, bound)),
    'make it an option in bounds.ts, which the models lower',
  ).toEqual([]);
  expect(Object.keys(FIXED).filter((bound) => !found.includes(bound))).toEqual([]);
});
