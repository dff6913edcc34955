import { CLOCK_TOLERANCE_MS, intact, type OnDamaged, PENDING_AGE_MS, type PendingWork } from '@algotheque/domain';
import type { Db, Filter } from 'mongodb';
import type { Commands } from '../connection/commands.ts';
import { collection, type StagingDocument } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';
import { listing } from '../documents/listing.ts';
import { upsertOnce } from '../documents/upsertOnce.ts';

export interface NoteSettings {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Distinguishes announcements of this process from those of others. */
  readonly processId: string;
}

/**
 * Notes of content that perhaps no record names. Staged content has one. Every process that announces a change has
 * its own note, so that no process removes a note that another needs. Whoever settles the notes that `pending`
 * returned may remove them, unless they were written again meanwhile.
 */
export class StagingNotes {
  readonly #commands: Commands;
  readonly #settings: NoteSettings;
  #told: readonly StagingDocument[] = [];

  constructor(commands: Commands, settings: NoteSettings) {
    this.#commands = commands;
    this.#settings = settings;
  }

  staged(ref: string, replaces: string | null): Promise<void> {
    const replaced = replaces === null ? {} : { replaces };
    return this.#put({ _id: ref, ref, change: 'stage', date: this.#settings.now(), ...replaced });
  }

  announced(id: number, ref: string): Promise<void> {
    const by = this.#settings.processId;
    return this.#put({ _id: `${ref} delete ${by}`, ref, id, change: 'delete', by, date: this.#settings.now() });
  }

  /**
   * Staged content is about to be discarded: whether a record names what it replaces is not known then, so that gets a
   * note of its own.
   */
  async doubtReplacedBy(ref: string): Promise<void> {
    const note = await this.#staged(ref);
    if (note?.replaces === undefined) return;
    await this.#put({ _id: note.replaces, ref: note.replaces, change: 'stage', date: note.date });
  }

  /** The content that staged content replaces; null when it replaces none, or is not staged. */
  async replacedBy(ref: string): Promise<string | null> {
    return (await this.#staged(ref))?.replaces ?? null;
  }

  #staged(ref: string): Promise<{ readonly replaces: string | undefined; readonly date: number } | null> {
    return this.#commands.repeat('staging.replacedBy', async (db) => {
      const note = await collection(db, 'staging').findOne({ _id: ref });
      if (note === null) return null;
      const fields = fieldsOf('staging', note);
      return { replaces: fields.optional('replaces', (field) => fields.text(field)), date: fields.number('date') };
    });
  }

  /** The record names `ref`: its staged content is published, and old announcements did not take effect. */
  published(ref: string): Promise<void> {
    return this.#remove('published', [{ _id: ref }, ...this.#reportedWhere((note) => note.ref === ref)]);
  }

  /**
   * The record is still there: removes the announcements of this process, and old ones of processes that have
   * ended.
   */
  withdrawn(id: number): Promise<void> {
    const by = this.#settings.processId;
    return this.#remove('withdrawn', [{ id, by }, ...this.#reportedWhere((note) => note.id === id)]);
  }

  /** The content was removed: removes its notes. */
  contentRemoved(ref: string): Promise<void> {
    return this.#remove('contentRemoved', [{ ref }]);
  }

  /** The content whose deletion any process announced for an algorithm. */
  announcedDeletions(id: number): Promise<readonly string[]> {
    return this.#commands.repeat('staging.announcedDeletions', async (db) => {
      const notes = await collection(db, 'staging').find({ id, change: 'delete' }).toArray();
      return notes.map((note) => fieldsOf('staging', note).text('ref'));
    });
  }

  async pending(now: number, onDamaged?: OnDamaged): Promise<readonly PendingWork[]> {
    const works = await listing(this.#commands, { what: 'staging.pending', onDamaged }, async (db, tell) => {
      // Written by a clock that was ahead: the age of this work counts from now on.
      const ahead = { date: { $gt: now + CLOCK_TOLERANCE_MS } };
      await collection(db, 'staging').updateMany(ahead, { $set: { date: now } });
      const notes = await oldNotes(db, now);
      this.#told = notes;
      return intact(notes, pendingOf, { onDamaged: tell });
    });
    return [...new Map(works.map((work) => [JSON.stringify(work), work])).values()];
  }

  #put({ _id, ...note }: StagingDocument): Promise<void> {
    return this.#commands.repeat('staging.put', async (db) => {
      await upsertOnce(() => collection(db, 'staging').updateOne({ _id }, { $set: note }, { upsert: true }));
    });
  }

  #remove(what: string, notes: readonly Filter<StagingDocument>[]): Promise<void> {
    return this.#commands.repeat(`staging.${what}`, async (db) => {
      await collection(db, 'staging').deleteMany({ $or: [...notes] });
    });
  }

  /** Compares the date too: a note that was written again since is another one. */
  #reportedWhere(isMeant: (note: StagingDocument) => boolean): Filter<StagingDocument>[] {
    return this.#told.filter(isMeant).map(({ _id, date }) => ({ _id, date }));
  }
}

function oldNotes(db: Db, now: number): Promise<StagingDocument[]> {
  // With a negated condition, so that a note with a damaged date is found and reported.
  const old = { date: { $not: { $gte: now - PENDING_AGE_MS } } };
  return collection(db, 'staging')
    .find(old, { sort: { date: 1 } })
    .toArray();
}

function pendingOf(note: StagingDocument): PendingWork {
  const fields = fieldsOf('staging', note);
  fields.number('date');
  const change = fields.oneOf('change', ['stage', 'delete']);
  if (change === 'delete') return { kind: 'deleting', id: fields.integer('id') };
  return { kind: 'staged', ref: fields.text('ref') };
}
