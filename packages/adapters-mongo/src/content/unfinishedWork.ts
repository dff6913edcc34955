import { CLOCK_TOLERANCE_MS, intact, type OnDamaged, PENDING_AGE_MS } from '@algotheque/domain';
import type { Db } from 'mongodb';
import type { Commands } from '../connection/commands.ts';
import { collection, type StagedMark } from '../documents/collections.ts';
import { listing } from '../documents/listing.ts';
import { MARKS_ONLY, type Marks, stagedMark } from './marks.ts';

interface Marked {
  readonly ref: string;
  readonly mark: StagedMark;
}

/** The contents whose marks are older than `PENDING_AGE_MS`, newest first. Reads the contents with marks only, by an index. */
export async function oldWork(commands: Commands, now: number, onDamaged?: OnDamaged): Promise<readonly string[]> {
  const found = await listing(commands, { what: 'contents.pending', onDamaged }, async (db, tell) => {
    const contents = await collection(db, 'contents').find({ unfinished: true }, MARKS_ONLY).toArray();
    const marked = intact(contents, markedOf, { onDamaged: tell }).filter((one) => one !== null);
    if (marked.some(({ mark }) => mark.date > now + CLOCK_TOLERANCE_MS)) await setBack(db, now);
    return marked.filter(({ mark }) => mark.date < now - PENDING_AGE_MS);
  });
  // To discard a content marks the one that it would have replaced, which is older: so that one is settled after it.
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
