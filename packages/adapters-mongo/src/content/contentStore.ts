import { hash, randomBytes } from 'node:crypto';
import { type ContentStore, DamagedError, type OnProblem } from '@algotheque/domain';
import { healthOf, type PortCommands } from '../connection/commands.ts';
import { type ContentDocument, collection } from '../documents/collections.ts';
import { fieldsOf, orNull } from '../documents/fields.ts';
import { ContentTooLargeError } from '../errors.ts';
import { oldWork } from './marks.ts';
import { StagedContent } from './stagedContent.ts';

/** Below MongoDB's 16 MiB a document, with room for the rest of a message. */
export const MAX_CONTENT_BYTES = 12 * 1024 * 1024;

export interface ContentSettings {
  readonly now: () => number;
  /** Gets failures behind the answers of requests. */
  readonly onProblem: OnProblem;
}

/**
 * Content in MongoDB, so that servers need no shared folder: one document for each, of a record, in the bin or of a former version alike.
 * It is written before the commit, and its bytes never change. As long as perhaps nothing names it, it has a mark. Any server may reconcile
 * old marks.
 */
export function mongoContentStore(commands: PortCommands, settings: ContentSettings): ContentStore {
  const staged = new StagedContent(commands, settings.onProblem);
  let reported = new Set<string>();
  return {
    async stage(content, replaces, given) {
      if (content.length > MAX_CONTENT_BYTES) throw tooLarge(content.length);
      const bytes = new Uint8Array(content); // the caller may change theirs before it is sent
      const ref = given ?? newRef(bytes);
      await staged.stage(ref, bytes, { date: settings.now(), ...(replaces !== null && { replaces }) });
      return ref;
    },
    /** The document stays: what replaces it does not say so. */
    async keep(_id, ref) {
      if (reported.has(ref)) await staged.publish(ref);
      else if (staged.has(ref)) await staged.publishLater(ref);
      return true;
    },
    publish: (_id, ref) => staged.publishLater(ref),
    async move() {},
    read: (_id, ref) =>
      commands.repeat('contents.read', async (db) =>
        orNull(await collection(db, 'contents').findOne({ _id: ref }), contentOf),
      ),
    noteRemoval: (refs) => staged.noteRemoval(refs, settings.now()),
    discard: (ref) => staged.discard(ref),
    async delete(_id, ref) {
      if (ref !== null) await staged.remove(ref);
    },
    deleteFormer: (_id, ref, isNamed) => (isNamed ? staged.publish(ref) : staged.remove(ref)),
    async pending(now, onDamaged) {
      const found = await oldWork(commands, now, onDamaged);
      reported = new Set(found);
      return found;
    },
    settled: () => staged.settled(),
    locate: (_id, ref) => `contents/${ref}`,
    ...healthOf(commands),
  };
}

/** @throws DamagedError when the bytes are not those that the reference names */
export function contentOf(document: ContentDocument): Uint8Array {
  const bytes = fieldsOf('contents', document).bytes('bytes');
  if (document._id.endsWith(`-${hash('sha256', bytes)}`)) return new Uint8Array(bytes);
  const record = { place: 'contents', id: document._id, field: 'bytes' };
  throw new DamagedError(record, 'it does not have the SHA-256 that _id names; somebody edited it');
}

function tooLarge(length: number): ContentTooLargeError {
  return new ContentTooLargeError(
    `The content has ${length} bytes; in MongoDB it may have ${MAX_CONTENT_BYTES} (12 MiB), for a document ends at 16 MiB.`,
  );
}

const newRef = (content: Uint8Array): string => `${randomBytes(16).toString('hex')}-${hash('sha256', content)}`;
