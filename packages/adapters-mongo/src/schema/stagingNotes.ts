import { intact, type OnDamaged } from '@algotheque/domain';
import type { Db, Document } from 'mongodb';
import type { Commands } from '../connection/commands.ts';
import { marking, withDeletion } from '../content/marks.ts';
import { collection, type DeletionMark, type StagedMark } from '../documents/collections.ts';
import { Fields } from '../documents/fields.ts';
import { listing } from '../documents/listing.ts';

/** Where schema versions 1 and 2 kept the notes that are now marks of the content itself. */
const NOTES = 'staging';

interface Note {
  readonly _id: string;
  readonly ref: string;
  readonly update: Document[];
}

/**
 * Moves the notes of an older release to the content that they are about. A note whose content is not there has no
 * effect any more. A damaged note stays where it is; `onDamaged` gets it.
 */
export async function moveStagingNotes(commands: Commands, onDamaged: OnDamaged): Promise<void> {
  const notes = await listing(commands, { what: 'staging.find', onDamaged }, async (db, tell) =>
    intact(await db.collection<{ _id: string }>(NOTES).find().toArray(), noteOf, { onDamaged: tell }),
  );
  for (const note of notes) await commands.repeat('staging.move', (db) => move(db, note));
}

async function move(db: Db, { _id, ref, update }: Note): Promise<void> {
  await collection(db, 'contents').updateOne({ _id: ref }, update);
  await db.collection<{ _id: string }>(NOTES).deleteOne({ _id });
}

/** @throws DamagedError */
function noteOf(note: { readonly _id: string }): Note {
  const fields = new Fields(note, { collection: NOTES, id: note._id, path: '' });
  const ref = fields.text('ref');
  const date = fields.number('date');
  if (fields.oneOf('change', ['stage', 'delete']) === 'stage') {
    const replaces = fields.optional('replaces', (field) => fields.text(field));
    return { _id: note._id, ref, update: withStaged({ date, ...(replaces !== undefined && { replaces }) }) };
  }
  const mark: DeletionMark = { id: fields.integer('id'), by: fields.text('by'), date };
  return { _id: note._id, ref, update: withDeletion(mark) };
}

const withStaged = (staged: StagedMark): Document[] => marking({ $set: { staged: { $literal: staged } } });
