import { hash, randomBytes } from 'node:crypto';
import { DamagedError, type SeparateContentStore } from '@algotheque/domain';
import type { MongoBounds } from '../bounds.ts';
import type { PortCommands } from '../connection/commands.ts';
import { type ContentDocument, collection } from '../documents/collections.ts';
import { fieldsOf, orNull } from '../documents/fields.ts';
import { ContentTooLargeError } from '../errors.ts';
import { announcements, type MarkSettings } from './announcements.ts';
import { StagedContent } from './stagedContent.ts';
import { oldWork } from './unfinishedWork.ts';

/** Below MongoDB's 16 MiB a document, with room for the rest of a message. */
export const MAX_CONTENT_BYTES = 12 * 1024 * 1024;

export interface FileStoreSettings extends MarkSettings {
  readonly bounds: Pick<MongoBounds, 'keptMarks'>;
}

/**
 * Content in MongoDB, so that servers need no shared folder. A content document is written before the commit. Its bytes
 * never change. As long as perhaps no record names it, it has a mark that says why: it is staged, or its deletion is
 * announced. Any server may settle old marks.
 */
export function mongoContentStore(commands: PortCommands, settings: FileStoreSettings): SeparateContentStore {
  const staged = new StagedContent(commands, settings.bounds);
  const { announce, withdraw, refsOf, report } = announcements(commands, settings);
  return {
    /** @throws ContentTooLargeError */
    async stage(content, replaces) {
      if (content.length > MAX_CONTENT_BYTES) throw tooLarge(content.length);
      const bytes = new Uint8Array(content); // the caller may change theirs before it is sent
      const ref = newRef(bytes);
      await staged.stage(ref, bytes, { date: settings.now(), ...(replaces !== null && { replaces }) });
      return ref;
    },
    announce,
    withdraw,
    publish: (_id, ref) => staged.publish(ref),
    read: (_id, ref) =>
      commands.repeat('contents.read', async (db) =>
        orNull(await collection(db, 'contents').findOne({ _id: ref }), contentOf),
      ),
    discard: (ref) => staged.discard(ref),
    async delete(id, ref) {
      const refs = ref === null ? await refsOf(id) : [ref];
      for (const each of refs) await staged.remove(each);
    },
    async pending(now, onDamaged) {
      const { works, deletions } = await oldWork(commands, now, onDamaged);
      report(deletions);
      return works;
    },
    locate: (_id, ref) => `contents/${ref}`,
    medium: commands,
    health: () => commands.health(),
  };
}

/** @throws DamagedError when the bytes are not those that the reference names */
export function contentOf(document: ContentDocument): Uint8Array {
  const bytes = fieldsOf('contents', document).bytes('bytes');
  if (isContentOf(document._id, bytes)) return new Uint8Array(bytes);
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
  return hash('sha256', content);
}
