import { CLOCK_TOLERANCE_MS, intact, type OnDamaged, PENDING_AGE_MS } from '@algotheque/domain';
import type { Db } from 'mongodb';
import type { Commands } from '../connection/commands.ts';
import { type ContentDocument, collection, type StagedMark } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';

/** What a content document says about unfinished work, without its content. */
export type Marks = Pick<ContentDocument, '_id' | 'staged'>;

export const MARKS_ONLY = { projection: { staged: 1 } } as const;

/** The mark of content that is staged or whose removal was noted; null when it has none. @throws DamagedError */
export function stagedMark(content: Marks): StagedMark | null {
  const fields = fieldsOf('contents', content);
  const read = (field: string): StagedMark => {
    const mark = fields.embedded(field);
    const replaces = mark.optional('replaces', (name) => mark.text(name));
    return { date: mark.number('date'), ...(replaces !== undefined && { replaces }) };
  };
  return fields.optional('staged', read) ?? null;
}

interface Marked {
  readonly ref: string;
  readonly mark: StagedMark;
}

/** The contents whose marks are older than `PENDING_AGE_MS`, newest first. Reads the contents with marks only, by an index. */
export async function oldWork(commands: Commands, now: number, onDamaged?: OnDamaged): Promise<readonly string[]> {
  const found = await commands.repeat('contents.pending', async (db) => {
    const contents = await collection(db, 'contents').find({ unfinished: true }, MARKS_ONLY).toArray();
    const marked = intact(contents, markedOf, { onDamaged }).filter((one) => one !== null);
    if (marked.some(({ mark }) => mark.date > now + CLOCK_TOLERANCE_MS)) await setBack(db, now);
    return marked.filter(({ mark }) => mark.date < now - PENDING_AGE_MS);
  });
  // To discard a content marks the one that it would have replaced, which is older: so that one is reconciled after it.
  return found.toSorted((one, other) => other.mark.date - one.mark.date).map(({ ref }) => ref);
}

function markedOf(content: Marks): Marked | null {
  const mark = stagedMark(content);
  return mark && { ref: content._id, mark };
}

/** A clock that was ahead wrote these marks: their age counts from now on. */
async function setBack(db: Db, now: number): Promise<void> {
  const later = { unfinished: true, 'staged.date': { $gt: now + CLOCK_TOLERANCE_MS } } as const;
  await collection(db, 'contents').updateMany(later, { $set: { 'staged.date': now } });
}
