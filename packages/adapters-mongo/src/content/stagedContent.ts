import { Binary, type Db } from 'mongodb';
import type { MongoBounds } from '../bounds.ts';
import type { Commands } from '../connection/commands.ts';
import { collection, type StagedMark } from '../documents/collections.ts';
import { orNull } from '../documents/fields.ts';
import { insertContent } from '../documents/inserts.ts';
import { Batches } from './batches.ts';
import { MARKS_ONLY, marking, stagedMark } from './marks.ts';

/** A removal in one command: content that replaces other content is removed after that. */
const REPLACES_NOTHING = { 'staged.replaces': { $exists: false } };

/**
 * Content that is staged, and then published or removed. Its mark is removed last, and content that it replaces
 * before it, so that a crash leaves nothing without a mark.
 */
export class StagedContent {
  readonly #commands: Commands;
  readonly #mostKept: number;
  /** What this process has staged and not published: saves a read of the mark. */
  readonly #own = new Map<string, StagedMark>();
  readonly #removals = new Batches<string>((refs) => this.#removeAll(refs));
  readonly #publications = new Batches<string>((refs) => this.#unmark(refs));

  /** @param bounds `keptMarks`: in memory */
  constructor(commands: Commands, { keptMarks }: Pick<MongoBounds, 'keptMarks'>) {
    this.#commands = commands;
    this.#mostKept = keptMarks;
  }

  async stage(ref: string, bytes: Uint8Array, staged: StagedMark): Promise<void> {
    await this.#commands.repeat('contents.stage', async (db) => {
      // References are random: a document with this one has this content.
      await insertContent(db, { _id: ref, bytes: new Binary(bytes), unfinished: true, staged });
    });
    this.#own.set(ref, staged);
    const [oldest] = this.#own.keys();
    if (this.#own.size > this.#mostKept && oldest !== undefined) this.#own.delete(oldest);
  }

  /** A record names the content: removes what it replaces, then its mark. */
  async publish(ref: string): Promise<void> {
    const staged = await this.#markOf(ref);
    if (staged === null) return;
    if (staged.replaces !== undefined) await this.#removals.add(staged.replaces);
    await this.#publications.add(ref);
    this.#own.delete(ref);
  }

  /** No record names the content. Whether one names what it replaces is not known: that is marked as staged. */
  async discard(ref: string): Promise<void> {
    const staged = await this.#markOf(ref);
    if (staged?.replaces !== undefined) await this.#doubt(staged.replaces, staged.date);
    await this.#removeOne(ref);
  }

  /** No record names the content, nor what it replaces. */
  async remove(ref: string): Promise<void> {
    await this.#removals.add(ref);
    this.#own.delete(ref);
  }

  async #markOf(ref: string): Promise<StagedMark | null> {
    return this.#own.get(ref) ?? (await this.#commands.repeat('contents.mark', (db) => readMark(db, ref)));
  }

  #doubt(_id: string, date: number): Promise<void> {
    return this.#commands.repeat('contents.doubt', async (db) => {
      const update = { $set: { staged: { date }, unfinished: true } } as const;
      await collection(db, 'contents').updateOne({ _id, staged: { $exists: false } }, update);
    });
  }

  async #removeOne(_id: string): Promise<void> {
    await this.#commands.repeat('contents.remove', async (db) => {
      await collection(db, 'contents').deleteOne({ _id });
    });
    this.#own.delete(_id);
  }

  async #removeAll(refs: readonly string[]): Promise<void> {
    const left = await this.#commands.repeat('contents.removeAll', async (db) => {
      const contents = collection(db, 'contents');
      const { deletedCount } = await contents.deleteMany({ _id: { $in: [...refs] }, ...REPLACES_NOTHING });
      if (deletedCount === refs.length) return [];
      const found = await contents.find({ _id: { $in: [...refs] } }, MARKS_ONLY).toArray();
      return found.map(({ _id }) => _id);
    });
    for (const ref of left) await this.#removeChain(ref);
  }

  /** Removes content that was never published, and before it what it replaces. */
  async #removeChain(ref: string): Promise<void> {
    const staged = await this.#markOf(ref);
    if (staged?.replaces !== undefined) await this.#removeChain(staged.replaces);
    await this.#removeOne(ref);
  }

  #unmark(refs: readonly string[]): Promise<void> {
    return this.#commands.repeat('contents.publish', async (db) => {
      await collection(db, 'contents').updateMany({ _id: { $in: [...refs] } }, marking({ $unset: 'staged' }));
    });
  }
}

const readMark = async (db: Db, ref: string): Promise<StagedMark | null> =>
  orNull(await collection(db, 'contents').findOne({ _id: ref }, MARKS_ONLY), stagedMark);
