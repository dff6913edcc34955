import {
  type CheckRun,
  type DamagedError,
  damagedRecord,
  LEFTOVER_AGE_MS,
  type StoreCheck,
  type StoreFinding,
} from '@algotheque/domain';
import type { Db } from 'mongodb';
import { binOf } from '../algos/binDocuments.ts';
import type { Commands } from '../connection/commands.ts';
import { MARKS_ONLY, type Marks, stagedMark } from '../content/marks.ts';
import { collection } from '../documents/collections.ts';
import { idsOf, isThere } from '../documents/ids.ts';
import { pagesById } from '../documents/pagesById.ts';
import { recordedEmailCase } from '../schema/claims.ts';
import { areWrong, makeKeys, storedKeys } from '../users/emailKeys.ts';

const MOST_WRONG = 100;
/** Where documents are kept that a check moves aside: a collection that no server reads. */
const LOST_AND_FOUND = 'lostAndFound';

/** What can be checked in a database beside the records. @param hasContent whether it has the content of the algorithms */
export const storeChecks = (commands: Commands, hasContent: boolean): readonly StoreCheck[] => [
  { name: 'e-mail keys', isFirst: false, run: (run) => checkEmailKeys(commands, run) },
  ...(hasContent
    ? [{ name: 'content documents', isFirst: false, run: (run: CheckRun) => checkContents(commands, run) }]
    : []),
];

/** The keys by which the database compares addresses. Names at most 100 users. */
async function* checkEmailKeys(commands: Commands, { keepAside }: CheckRun): AsyncGenerator<StoreFinding> {
  const emailCase = await commands.repeat('meta.emailCase', recordedEmailCase);
  const wrong: number[] = [];
  for await (const page of storedKeys(commands, () => {})) {
    wrong.push(...page.filter(areWrong(emailCase)).map(({ user }) => user.id));
    if (wrong.length >= MOST_WRONG) break;
  }
  if (wrong.length === 0) return;
  const mend = async (): Promise<string> => {
    await makeKeys(commands, emailCase, () => {}); // fails when two users have one address
    return 'The keys of all users were made anew';
  };
  const detail = `Users ${wrong.slice(0, MOST_WRONG).join(', ')}`;
  yield { code: 'email-key', place: 'users', detail, ...(keepAside !== null && { mend }) };
}

/** Every content document: whether a record names it, or something under way needs it. */
async function* checkContents(commands: Commands, run: CheckRun): AsyncGenerator<StoreFinding> {
  const damaged: DamagedError[] = [];
  const contents = pagesById(commands, 'contents', {
    what: 'unnamed',
    query: { _id: { $gt: '' } },
    options: MARKS_ONLY,
    read: (content: Marks) => ({ ref: content._id, stagedMs: stagedMark(content)?.date ?? null }),
    onDamaged: (damage) => void damaged.push(damage),
  });
  let read = 0;
  for await (const page of contents) {
    read += page.length;
    run.reach(read);
    const names = await commands.repeat('contents.unnamed', (db) =>
      namesAmong(
        db,
        page.map(({ ref }) => ref),
      ),
    );
    for (const { ref, stagedMs } of page) {
      const code = stagedMs === null ? 'content-without-record' : 'staged-leftover';
      const isUnderWay = stagedMs !== null && run.now() - stagedMs < LEFTOVER_AGE_MS;
      if (names.has(ref) || isUnderWay || !(await isUnneeded(commands, ref))) continue;
      const lastChange = stagedMs === null ? {} : { lastChange: stagedMs };
      const mend = async () => `It was moved to ${await moveAside(commands, ref)}`;
      yield { code, place: `contents/${ref}`, ...lastChange, ...(run.keepAside !== null && { mend }) };
    }
  }
  for (const damage of damaged) yield damagedRecord(damage);
}

/** Those of the references that a record, what is in the bin or a former version names. */
async function namesAmong(db: Db, refs: string[]): Promise<ReadonlySet<string>> {
  const records = collection(db, 'algos').find({ ref: { $in: refs } }, { projection: { ref: 1 } });
  const deleted = binOf(db).find({ 'deleted.ref': { $in: refs } }, { projection: { 'deleted.ref': 1 } });
  return new Set([
    ...(await records.toArray()).map(({ ref }) => ref),
    ...(await deleted.toArray()).map((found) => found.deleted.ref),
    ...(await idsOf(db, 'history', { _id: { $in: refs } })),
  ]);
}

/**
 * Whether nothing needs the content: neither a record nor what is in the bin names it now, and no content that replaces it is staged. In
 * this order, because a server removes it before the mark of what replaces it. An algorithm may move to the bin or back between two
 * reads, so it looks twice for the record.
 */
function isUnneeded(commands: Commands, ref: string): Promise<boolean> {
  return commands.repeat('contents.unneeded', async (db) => {
    for (const naming of [{ ref }, { 'deleted.ref': ref }, { ref }])
      if (await isThere(db, 'algos', naming)) return false;
    if (await isThere(db, 'history', { _id: ref })) return false;
    if (await isThere(db, 'contents', { unfinished: true, 'staged.replaces': ref })) return false;
    return isThere(db, 'contents', { _id: ref });
  });
}

/** Moves a content document, as it is, to the collection `lostAndFound`. Repeatable. */
function moveAside(commands: Commands, ref: string): Promise<string> {
  return commands.repeat('contents.moveAside', async (db) => {
    const found = await collection(db, 'contents').findOne({ _id: ref });
    if (found !== null) {
      const kept = db.collection<{ _id: string }>(LOST_AND_FOUND);
      await kept.replaceOne({ _id: ref }, found, { upsert: true });
      await collection(db, 'contents').deleteOne({ _id: ref });
    }
    return `${LOST_AND_FOUND}/${ref}`;
  });
}
