import { CLOCK_TOLERANCE_MS, intact, type OnDamaged, PENDING_AGE_MS, type PendingWork } from '@algotheque/domain';
import type { Db } from 'mongodb';
import type { Commands } from '../connection/commands.ts';
import { collection, type DeletionMark, type StagedMark } from '../documents/collections.ts';
import { listing } from '../documents/listing.ts';
import { deletionMarks, MARKS_ONLY, type Marks, stagedMark } from './marks.ts';

interface Unfinished {
  readonly work: PendingWork;
  readonly mark: StagedMark | DeletionMark;
}

export interface OldWork {
  readonly works: readonly PendingWork[];
  readonly deletions: readonly DeletionMark[];
}

/** The work whose marks are older than `PENDING_AGE_MS`, newest first. Reads the contents with marks only, by an index. */
export async function oldWork(commands: Commands, now: number, onDamaged?: OnDamaged): Promise<OldWork> {
  const found = await listing(commands, { what: 'contents.pending', onDamaged }, async (db, tell) => {
    const contents = await collection(db, 'contents').find({ unfinished: true }, MARKS_ONLY).toArray();
    const unfinished = [
      ...intact(contents, staged, { onDamaged: tell }),
      ...intact(contents, announced, { onDamaged: tell }).flat(),
    ];
    if (unfinished.some(({ mark }) => isAhead(mark, now))) await setBack(db, now);
    return unfinished.filter(({ mark }) => mark.date < now - PENDING_AGE_MS);
  });
  // To discard a content marks the one that it would have replaced, which is older: so that one is settled after it.
  const newestFirst = found.toSorted((one, other) => other.mark.date - one.mark.date);
  const works = new Map(newestFirst.map(({ work }) => [JSON.stringify(work), work]));
  return {
    works: [...works.values()],
    deletions: found.flatMap(({ mark }) => ('by' in mark ? [mark] : [])),
  };
}

function staged(content: Marks): Unfinished | null {
  const mark = stagedMark(content);
  return mark && { work: { kind: 'staged', ref: content._id }, mark };
}

function announced(content: Marks): readonly Unfinished[] {
  return deletionMarks(content).map((mark) => ({ work: { kind: 'deleting', id: mark.id }, mark }));
}

const isAhead = ({ date }: { readonly date: number }, now: number): boolean => date > now + CLOCK_TOLERANCE_MS;

/** A clock that was ahead wrote these marks: their age counts from now on. */
async function setBack(db: Db, now: number): Promise<void> {
  const latest = now + CLOCK_TOLERANCE_MS;
  const contents = collection(db, 'contents');
  const stagedLater = { unfinished: true, 'staged.date': { $gt: latest } } as const;
  await contents.updateMany(stagedLater, { $set: { 'staged.date': now } });
  const isLater = { $and: [{ $isNumber: '$$this.date' }, { $gt: ['$$this.date', latest] }] };
  const cut = { $cond: [isLater, { $mergeObjects: ['$$this', { date: now }] }, '$$this'] };
  await contents.updateMany({ unfinished: true, deletions: { $elemMatch: { date: { $gt: latest } } } }, [
    { $set: { deletions: { $map: { input: '$deletions', as: 'this', in: cut } } } },
  ]);
}
