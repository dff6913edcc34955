import type { Document } from 'mongodb';
import type { Commands } from '../connection/commands.ts';
import { collection, type DeletionMark } from '../documents/collections.ts';
import { perDatabase } from '../documents/perDatabase.ts';
import { writesOf } from '../documents/writes.ts';
import { dropDeletions, type MeantDeletion, withDeletion } from './marks.ts';

export interface MarkSettings {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Distinguishes announcements of this process from those of others. */
  readonly processId: string;
}

/**
 * Announced deletions of algorithms, as marks on their content. Every process has its own mark, so that no process
 * removes one that another needs. A caller that settles the marks that `pending` returned may remove them, unless they were
 * written again meanwhile.
 */
export function announcements(commands: Commands, { now, processId }: MarkSettings) {
  let reported: readonly DeletionMark[] = [];
  return {
    announce(id: number, ref: string): Promise<void> {
      const mark = { id, by: processId, date: now() };
      return commands.repeat('contents.announce', async (db) => {
        const announced = { filter: { _id: ref }, update: withDeletion(mark) };
        if (await announcementsOf(db).add(announced)) return;
        await collection(db, 'contents').updateOne(announced.filter, announced.update);
      });
    },
    /**
     * The record is still there: removes the announcements of this process, and old ones of processes that have
     * ended.
     */
    withdraw(id: number): Promise<void> {
      const own: MeantDeletion = { id, by: processId };
      const meant = [own, ...reported.filter((mark) => mark.id === id)];
      return commands.repeat('contents.withdraw', async (db) => {
        await collection(db, 'contents').updateMany(announcedFor(id), dropDeletions(meant));
      });
    },
    /** The content whose deletion any process announced for an algorithm. */
    refsOf: (id: number): Promise<readonly string[]> =>
      commands.repeat('contents.announced', async (db) => {
        const found = await collection(db, 'contents')
          .find(announcedFor(id), { projection: { _id: 1 } })
          .toArray();
        return found.map(({ _id }) => _id);
      }),
    /** Takes note of the marks that `pending` has reported. */
    report(marks: readonly DeletionMark[]): void {
      reported = marks;
    },
  };
}

/** Selects by the index of unfinished work. Matches lists only. */
const announcedFor = (id: number) => ({ unfinished: true, deletions: { $elemMatch: { id } } }) as const;

interface Announced {
  readonly filter: { readonly _id: string };
  readonly update: Document[];
}

/** Announcements of the same turn of the event loop are one command. */
const announcementsOf = perDatabase((db) =>
  writesOf(db, { name: 'contents', operationOf: (updateOne: Announced) => ({ updateOne }) }),
);
