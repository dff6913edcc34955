import type { OnProblem } from '@algotheque/domain';
import { Binary, type Db } from 'mongodb';
import type { Commands } from '../connection/commands.ts';
import { collection, type StagedMark } from '../documents/collections.ts';
import { orNull } from '../documents/fields.ts';
import { Groups, TOGETHER } from '../documents/groups.ts';
import { idsOf } from '../documents/ids.ts';
import { insertTogether } from '../documents/inserts.ts';
import { MARKS_ONLY, stagedMark } from './marks.ts';

/** A removal in one command: content that replaces other content is removed after that. */
const REPLACES_NOTHING = { 'staged.replaces': { $exists: false } };

/**
 * Marks that are kept in memory, to save reads, and publications behind the answers: what a process stages is published or discarded soon.
 */
const KEPT_MARKS = 1_000;

/** Does the same work for many references of the same turn of the event loop by one command. */
const together = (work: (refs: readonly string[]) => Promise<void>): Groups<string, void> =>
  new Groups((refs) => work(refs).then(() => () => {}), { items: TOGETHER, bytes: 0, bytesOf: () => 0 });

/**
 * Content that is staged, and then published or removed. Its mark is removed last, and content that it replaces
 * before it, so that a crash leaves nothing without a mark.
 */
export class StagedContent {
  readonly #commands: Commands;
  readonly #onProblem: OnProblem;
  readonly #keptMarks: number;
  /** What this process has staged and not published: saves a read of the mark. */
  readonly #own = new Map<string, StagedMark>();
  readonly #publishing = new Set<Promise<void>>();
  readonly #replaced = together((refs) => this.#removeReplaced(refs));
  readonly #removals = together((refs) => this.#removeAll(refs));
  readonly #publications = together((refs) => this.#unmark(refs));

  constructor(commands: Commands, onProblem: OnProblem, keptMarks = KEPT_MARKS) {
    this.#commands = commands;
    this.#onProblem = onProblem;
    this.#keptMarks = keptMarks;
  }

  has(ref: string): boolean {
    return this.#own.has(ref);
  }

  async stage(ref: string, bytes: Uint8Array, staged: StagedMark): Promise<void> {
    await this.#commands.repeat('contents.stage', async (db) => {
      // References are random: a document with this one has this content.
      await insertTogether(db, 'contents', { _id: ref, bytes: new Binary(bytes), unfinished: true, staged });
    });
    this.#own.set(ref, staged);
    const [oldest] = this.#own.keys();
    if (this.#own.size > this.#keptMarks && oldest !== undefined) this.#own.delete(oldest);
  }

  /** A record names the content: no answer waits for what follows, unless too much is under way. A failure is repeated by `pending`. */
  async publishLater(ref: string): Promise<void> {
    const work = this.publish(ref)
      .catch((problem: unknown) => this.#onProblem(problem, 'MongoDB: publication of a content'))
      .finally(() => this.#publishing.delete(work));
    this.#publishing.add(work);
    if (this.#publishing.size > this.#keptMarks) await work;
  }

  async settled(): Promise<void> {
    while (this.#publishing.size > 0) await Promise.all(this.#publishing);
  }

  /** The content is named: removes what it replaces, then its mark. */
  async publish(ref: string): Promise<void> {
    const staged = await this.#markOf(ref);
    if (staged === null) return;
    if (staged.replaces !== undefined) await this.#replaced.add(staged.replaces);
    await this.#publications.add(ref);
    this.#own.delete(ref);
  }

  /** Nothing names the content. Whether something names what it replaces is not known: that is marked. */
  async discard(ref: string): Promise<void> {
    const staged = await this.#markOf(ref);
    if (staged?.replaces !== undefined) await this.noteRemoval([staged.replaces], staged.date);
    await this.#removeOne(ref);
  }

  /** Nothing names the content, nor what it replaces. */
  async remove(ref: string): Promise<void> {
    await this.#removals.add(ref);
    this.#own.delete(ref);
  }

  async noteRemoval(refs: readonly string[], date: number): Promise<void> {
    await this.#commands.repeat('contents.noteRemoval', async (db) => {
      const unmarked = { _id: { $in: [...refs] }, staged: { $exists: false } } as const;
      await collection(db, 'contents').updateMany(unmarked, { $set: { staged: { date }, unfinished: true } });
    });
  }

  async #markOf(ref: string): Promise<StagedMark | null> {
    return this.#own.get(ref) ?? (await this.#commands.repeat('contents.mark', (db) => readMark(db, ref)));
  }

  async #removeOne(_id: string): Promise<void> {
    await this.#commands.repeat('contents.remove', async (db) => {
      await collection(db, 'contents').deleteOne({ _id });
    });
    this.#own.delete(_id);
  }

  /** Another server may have kept one of them as a former version, for a commit that this one's preceded. */
  async #removeReplaced(refs: readonly string[]): Promise<void> {
    const kept = await this.#commands.repeat('history.existing', (db) =>
      idsOf(db, 'history', { _id: { $in: [...refs] } }),
    );
    const formers = new Set(kept);
    const left = refs.filter((ref) => !formers.has(ref));
    if (left.length > 0) await this.#removeAll(left);
  }

  async #removeAll(refs: readonly string[]): Promise<void> {
    const left = await this.#commands.repeat('contents.removeAll', async (db) => {
      const contents = collection(db, 'contents');
      const { deletedCount } = await contents.deleteMany({ _id: { $in: [...refs] }, ...REPLACES_NOTHING });
      if (deletedCount === refs.length) return [];
      return idsOf(db, 'contents', { _id: { $in: [...refs] } });
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
      await collection(db, 'contents').updateMany(
        { _id: { $in: [...refs] } },
        { $unset: { staged: '', unfinished: '' } },
      );
    });
  }
}

const readMark = async (db: Db, ref: string): Promise<StagedMark | null> =>
  orNull(await collection(db, 'contents').findOne({ _id: ref }, MARKS_ONLY), stagedMark);
