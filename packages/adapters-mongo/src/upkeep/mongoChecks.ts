import { intact, type OnDamaged } from '@algotheque/domain';
import type { Commands } from '../connection/commands.ts';
import { MARKS_ONLY, type Marks, stagedMark } from '../content/marks.ts';
import { collection } from '../documents/collections.ts';
import { listing } from '../documents/listing.ts';
import { binOf } from '../history/binDocuments.ts';
import { recordedEmailCase } from '../schema/emailCase.ts';
import { areWrong, makeKeys, storedKeys } from '../users/emailKeys.ts';

/** A content document that nothing names. */
export interface UnnamedContent {
  readonly ref: string;
  /** Since when it is staged, milliseconds since the Unix epoch; null if it is not. */
  readonly stagedMs: number | null;
}

const PAGE = 1_000;
const MOST_WRONG = 100;
/** Where `moveAside` keeps documents: a collection that no server reads. */
const LOST_AND_FOUND = 'lostAndFound';

/** What can be checked in a database beside its records, and mended. */
export const mongoChecks = (commands: Commands) => ({
  /** Users whose address is compared by a key that is not its own; at most 100. */
  async wrongEmailKeys(): Promise<readonly number[]> {
    const wrong: number[] = [];
    const emailCase = await commands.repeat('meta.emailCase', recordedEmailCase);
    for await (const page of storedKeys(commands, () => {})) {
      wrong.push(...page.filter(areWrong(emailCase)).map(({ user }) => user.id));
      if (wrong.length >= MOST_WRONG) break;
    }
    return wrong.slice(0, MOST_WRONG);
  },

  /** @throws MongoCommandError when two users have one address */
  async remakeEmailKeys(): Promise<void> {
    const emailCase = await commands.repeat('meta.emailCase', recordedEmailCase);
    await makeKeys(commands, emailCase, () => {});
  },

  /**
   * The contents that neither a record, nor what is in the bin, nor a former version names, in batches with the number of contents that
   * were read so far.
   */
  async *unnamedContents(
    onDamaged: OnDamaged,
  ): AsyncGenerator<{ readonly read: number; readonly unnamed: readonly UnnamedContent[] }> {
    let read = 0;
    for (let after = ''; ; ) {
      const page = await listing(commands, { what: 'contents.unnamed', onDamaged }, async (db, tell) => {
        const found = await collection(db, 'contents')
          .find({ _id: { $gt: after } }, { ...MARKS_ONLY, sort: { _id: 1 }, limit: PAGE })
          .toArray();
        const refs = found.map(({ _id }) => _id);
        const records = collection(db, 'algos').find({ ref: { $in: refs } }, { projection: { ref: 1 } });
        const deleted = binOf(db).find({ 'deleted.ref': { $in: refs } }, { projection: { 'deleted.ref': 1 } });
        const formers = collection(db, 'history').find({ _id: { $in: refs } }, { projection: { _id: 1 } });
        const names = new Set([
          ...(await records.toArray()).map(({ ref }) => ref),
          ...(await deleted.toArray()).map((found) => found.deleted.ref),
          ...(await formers.toArray()).map(({ _id }) => _id),
        ]);
        const unnamed = found.filter(({ _id }) => !names.has(_id));
        return { refs, unnamed: intact(unnamed, unnamedOf, { onDamaged: tell }) };
      });
      read += page.refs.length;
      yield { read, unnamed: page.unnamed };
      const last = page.refs.at(-1);
      if (last === undefined || page.refs.length < PAGE) return;
      after = last;
    }
  },

  /**
   * Whether nothing needs the content: neither a record nor what is in the bin names it now, and no content that replaces it is staged. In
   * this order, because a server removes it before the mark of what replaces it. An algorithm may move to the bin or back between two
   * reads, so it looks twice for the record.
   */
  isUnneeded(ref: string): Promise<boolean> {
    return commands.repeat('contents.unneeded', async (db) => {
      for (const naming of [{ ref }, { 'deleted.ref': ref }, { ref }])
        if ((await db.collection('algos').findOne(naming, { projection: { _id: 1 } })) !== null) return false;
      if ((await collection(db, 'history').findOne({ _id: ref }, { projection: { _id: 1 } })) !== null) return false;
      const contents = collection(db, 'contents');
      const replacing = { unfinished: true, 'staged.replaces': ref } as const;
      if ((await contents.findOne(replacing, { projection: { _id: 1 } })) !== null) return false;
      return (await contents.findOne({ _id: ref }, { projection: { _id: 1 } })) !== null;
    });
  },

  /** Moves a content document, as it is, to the collection `lostAndFound`. Repeatable. */
  moveAside(ref: string): Promise<string> {
    return commands.repeat('contents.moveAside', async (db) => {
      const found = await collection(db, 'contents').findOne({ _id: ref });
      if (found !== null) {
        const kept = db.collection<{ _id: string }>(LOST_AND_FOUND);
        await kept.replaceOne({ _id: ref }, found, { upsert: true });
        await collection(db, 'contents').deleteOne({ _id: ref });
      }
      return `${LOST_AND_FOUND}/${ref}`;
    });
  },
});

export type MongoChecks = ReturnType<typeof mongoChecks>;

/** @throws DamagedError */
const unnamedOf = (content: Marks): UnnamedContent => ({
  ref: content._id,
  stagedMs: stagedMark(content)?.date ?? null,
});
