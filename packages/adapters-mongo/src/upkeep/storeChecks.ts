import {
  type CheckRun,
  type DamagedError,
  damagedRecord,
  LEFTOVER_AGE_MS,
  type StoreCheck,
  type StoreFinding,
} from '@algotheque/domain';
import type { MongoChecks, UnnamedContent } from './mongoChecks.ts';

/** What can be checked in a database beside the records. @param hasContent whether it has the content of the algorithms */
export const storeChecks = (checks: MongoChecks, hasContent: boolean): readonly StoreCheck[] => [
  { name: 'e-mail keys', isFirst: false, run: (run) => checkEmailKeys(checks, run) },
  ...(hasContent
    ? [{ name: 'content documents', isFirst: false, run: (run: CheckRun) => checkContents(checks, run) }]
    : []),
];

/** The keys by which the database compares addresses, if it compares them folded. */
async function* checkEmailKeys(checks: MongoChecks, { keepAside }: CheckRun): AsyncGenerator<StoreFinding> {
  const wrong = await checks.wrongEmailKeys();
  if (wrong.length === 0) return;
  const mend = async (): Promise<string> => {
    await checks.remakeEmailKeys();
    return 'The keys of all users were made anew';
  };
  yield {
    code: 'email-key',
    place: 'users',
    detail: `Users ${wrong.join(', ')}`,
    ...(keepAside !== null && { mend }),
  };
}

/** Every content document: whether a record names it, or something under way needs it. */
async function* checkContents(checks: MongoChecks, run: CheckRun): AsyncGenerator<StoreFinding> {
  const damaged: DamagedError[] = [];
  for await (const { read, unnamed } of checks.unnamedContents((damage) => void damaged.push(damage))) {
    run.reach(read);
    for (const damage of damaged.splice(0)) yield damagedRecord(damage);
    for (const content of unnamed) {
      const code = codeOf(content, run.now());
      if (code === null || !(await checks.isUnneeded(content.ref))) continue;
      const place = `contents/${content.ref}`;
      const lastChange = content.stagedMs === null ? {} : { lastChange: content.stagedMs };
      const mend = async () => `It was moved to ${await checks.moveAside(content.ref)}`;
      yield { code, place, ...lastChange, ...(run.keepAside !== null && { mend }) };
    }
  }
}

function codeOf({ stagedMs }: UnnamedContent, now: number): StoreFinding['code'] | null {
  if (stagedMs === null) return 'content-without-record';
  return now - stagedMs < LEFTOVER_AGE_MS ? null : 'staged-leftover';
}
