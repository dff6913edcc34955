import { createHash, randomBytes } from 'node:crypto';
import { type ContentStore, DamagedError, type OnDamaged, type PendingWork } from '@algotheque/domain';
import { Binary } from 'mongodb';
import type { PortCommands } from '../connection/commands.ts';
import { type ContentDocument, collection } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';
import { insertUnlessThere } from '../documents/insertUnlessThere.ts';
import { ContentTooLargeError } from '../errors.ts';
import { type NoteSettings, StagingNotes } from './stagingNotes.ts';

/** Below MongoDB's 16 MiB a document, with room for the rest of a message. */
export const MAX_CONTENT_BYTES = 12 * 1024 * 1024;

export type FileStoreSettings = NoteSettings;

/**
 * Content in MongoDB, so that servers need no shared folder. A content document is written before the commit and
 * never changed. A note beside it says that perhaps no record names it. The note is written before any step that
 * could leave the content without a record, and removed last, so that nothing is left behind. Any server may settle
 * old notes.
 */
export class MongoContentStore implements ContentStore {
  readonly #commands: PortCommands;
  readonly #notes: StagingNotes;

  constructor(commands: PortCommands, settings: FileStoreSettings) {
    this.#commands = commands;
    this.#notes = new StagingNotes(commands, settings);
  }

  /** @throws ContentTooLargeError */
  async stage(content: Uint8Array, replaces: string | null): Promise<string> {
    if (content.length > MAX_CONTENT_BYTES) throw tooLarge(content.length);
    const bytes = Uint8Array.from(content); // the caller may change theirs before it is sent
    const ref = newRef(bytes);
    await this.#notes.staged(ref, replaces);
    await this.#commands.repeat('contents.stage', async (db) => {
      // References are random: a document with this one has this content.
      await insertUnlessThere(db, 'contents', { _id: ref, bytes: new Binary(bytes) });
    });
    return ref;
  }

  announce(id: number, ref: string): Promise<void> {
    return this.#notes.announced(id, ref);
  }

  withdraw(id: number): Promise<void> {
    return this.#notes.withdrawn(id);
  }

  async publish(_id: number, ref: string): Promise<void> {
    await this.#removeReplacedBy(ref);
    await this.#notes.published(ref);
  }

  read(_id: number, ref: string): Promise<Uint8Array | null> {
    return this.#commands.repeat('contents.read', async (db) => {
      const found = await collection(db, 'contents').findOne({ _id: ref });
      return found === null ? null : bytesOf(found);
    });
  }

  async discard(ref: string): Promise<void> {
    await this.#notes.doubtReplacedBy(ref);
    await this.#remove(ref);
  }

  async #remove(ref: string): Promise<void> {
    await this.#commands.repeat('contents.discard', async (db) => {
      await collection(db, 'contents').deleteOne({ _id: ref });
    });
    await this.#notes.contentRemoved(ref);
  }

  async delete(id: number, ref: string | null): Promise<void> {
    const refs = ref === null ? await this.#notes.announcedDeletions(id) : [ref];
    for (const each of refs) {
      await this.#removeReplacedBy(each);
      await this.#remove(each);
    }
  }

  /** Removes what staged content replaces, and what that replaces if it was never published. */
  async #removeReplacedBy(ref: string): Promise<void> {
    const replaced = await this.#notes.replacedBy(ref);
    if (replaced === null) return;
    await this.#removeReplacedBy(replaced);
    await this.#remove(replaced);
  }

  pending(now: number, onDamaged?: OnDamaged): Promise<readonly PendingWork[]> {
    return this.#notes.pending(now, onDamaged);
  }

  locate(_id: number, ref: string): string {
    return `contents/${ref}`;
  }

  get medium(): object {
    return this.#commands;
  }

  health(): Promise<void> {
    return this.#commands.health();
  }
}

function bytesOf(document: ContentDocument): Uint8Array {
  const bytes = fieldsOf('contents', document).bytes('bytes');
  if (isContentOf(document._id, bytes)) return Uint8Array.from(bytes);
  const record = { place: 'contents', id: document._id, field: 'bytes' };
  throw new DamagedError(record, 'it does not have the SHA-256 that _id names; somebody edited it');
}

function tooLarge(length: number): ContentTooLargeError {
  return new ContentTooLargeError(
    `The content has ${length} bytes; in MongoDB it may have ${MAX_CONTENT_BYTES} (12 MiB), for a document ends at 16 MiB.`,
  );
}

/** A new reference of content: 128 random bits and its SHA-256. */
function newRef(content: Uint8Array): string {
  return `${randomBytes(16).toString('hex')}-${digest(content)}`;
}

/** Whether the reference was made for this content. */
function isContentOf(ref: string, content: Uint8Array): boolean {
  return ref.endsWith(`-${digest(content)}`);
}

function digest(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
