import { type AlgoFileStore, type OnProblem, PENDING_AGE_MS, type PendingWork } from '@algotheque/domain';
import { Binary, type Db } from 'mongodb';
import type { Commands } from '../connection/commands.ts';
import { isDuplicateKey } from '../connection/failures.ts';
import { BrokenDocumentError, ContentTooLargeError } from '../errors.ts';
import { fieldsOf } from '../records/fields.ts';
import { collection, type ContentDocument, type StagingDocument } from '../schema/collections.ts';
import { isContentOf, newRef } from './contentRef.ts';
import { checkHealth } from './health.ts';
import { readable } from './readable.ts';
import { upsertOnce } from './upsertOnce.ts';

/** Below MongoDB's 16 MiB a document, with room for the rest of a message. */
export const MAX_CONTENT_BYTES = 12 * 1024 * 1024;

interface Options {
  readonly now: () => number;
  readonly onProblem: OnProblem;
}

/**
 * Content in MongoDB, so that no server needs a folder that others see. A content document is written before the commit
 * and never changed; beside it a note in `staging` says that perhaps no record names it. The note comes before whatever
 * could leave the content unnamed and goes last, so that nothing is left behind; any server may settle old notes.
 */
export class MongoAlgoFileStore implements AlgoFileStore {
  readonly #commands: Commands;
  readonly #options: Options;
  /** Notes that `pending` told of, by their date: what is settled is the note that was seen, not a later one. */
  readonly #seen = new Map<string, number>();

  constructor(commands: Commands, options: Options) {
    this.#commands = commands;
    this.#options = options;
  }

  /** @throws ContentTooLargeError */
  async stage(content: Uint8Array): Promise<string> {
    if (content.length > MAX_CONTENT_BYTES) throw tooLarge(content.length);
    const ref = newRef(content);
    await this.#note(ref, false);
    await this.#commands.repeat('contents.stage', (db) => insertContent(db, { _id: ref, bytes: new Binary(content) }));
    return ref;
  }

  async announce(_id: number, ref: string): Promise<void> {
    await this.#note(ref, true);
  }

  /** The note stays until it is settled: another server may have announced the same. */
  async withdraw(): Promise<void> {}

  async publish(_id: number, ref: string): Promise<void> {
    const date = this.#seen.get(ref);
    await this.#commands.repeat('staging.publish', async (db) => {
      // An announcement that came after it is another's, and still needed.
      const settled = date === undefined ? { announced: false } : { $or: [{ announced: false }, { date }] };
      await collection(db, 'staging').deleteOne({ _id: ref, ...settled });
    });
    this.#seen.delete(ref);
  }

  read(_id: number, ref: string): Promise<Uint8Array | null> {
    return this.#commands.run('contents.read', async (db) => {
      const found = await collection(db, 'contents').findOne({ _id: ref });
      return found === null ? null : bytesOf(found);
    });
  }

  async discard(ref: string): Promise<void> {
    await this.#commands.repeat('contents.discard', async (db) => {
      await collection(db, 'contents').deleteOne({ _id: ref });
      await collection(db, 'staging').deleteOne({ _id: ref });
    });
    this.#seen.delete(ref);
  }

  /** Without a reference nothing is known here of `id`; the note of its content is settled with the rest. */
  async delete(_id: number, ref: string | null): Promise<void> {
    if (ref !== null) await this.discard(ref);
  }

  pending(now: number): Promise<readonly PendingWork[]> {
    return this.#commands.run('staging.pending', async (db) => {
      const old = { date: { $lt: now - PENDING_AGE_MS } };
      const found = await collection(db, 'staging').find(old, { sort: { date: 1 } }).toArray();
      this.#seen.clear();
      return readable(found, (note) => this.#pendingOf(note), this.#options.onProblem);
    });
  }

  locate(_id: number, ref: string): string {
    return `contents/${ref}`;
  }

  health(): Promise<void> {
    return checkHealth(this.#commands);
  }

  #pendingOf(note: StagingDocument): PendingWork {
    const fields = fieldsOf('staging', note);
    const ref = fields.text('_id');
    this.#seen.set(ref, fields.number('date'));
    return { kind: 'staged', ref };
  }

  #note(ref: string, announced: boolean): Promise<void> {
    const note = { date: this.#options.now(), announced };
    return this.#commands.repeat('staging.note', async (db) => {
      await upsertOnce(() => collection(db, 'staging').updateOne({ _id: ref }, { $set: note }, { upsert: true }));
    });
  }
}

async function insertContent(db: Db, document: ContentDocument): Promise<void> {
  try {
    await collection(db, 'contents').insertOne(document);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error; // a reference is random, so it is this content
  }
}

function bytesOf(document: ContentDocument): Uint8Array {
  const bytes = fieldsOf('contents', document).bytes('bytes');
  if (isContentOf(document._id, bytes)) return Uint8Array.from(bytes);
  throw new BrokenDocumentError(`MongoDB document contents/${document._id}: bytes do not have the SHA-256 in its _id.`);
}

function tooLarge(length: number): ContentTooLargeError {
  return new ContentTooLargeError(
    `The content has ${length} bytes; in MongoDB it may have ${MAX_CONTENT_BYTES} (12 MiB), for a document ends at 16 MiB.`,
  );
}
