import type { Clock } from '../../src/clock.ts';
import { type ContentStore, PENDING_AGE_MS } from '../../src/content/contentStore.ts';
import type { ContentsView } from './held.ts';

interface Content {
  readonly content: Uint8Array;
  readonly id: number;
  /** A former version has it. */
  readonly isKept: boolean;
  /** Since when perhaps nothing names it. */
  readonly marked: number | null;
  readonly replaces: string | null;
}

/** A store that several processes share, as on a database: a document for each content, never changed, found by its reference. */
export class SharedContents implements ContentStore, ContentsView {
  readonly #clock: Clock;
  readonly #contents = new Map<string, Content>();
  #made = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get staged() {
    return new Map([...this.#contents].filter(([, { marked }]) => marked !== null));
  }

  get published() {
    const own = [...this.#contents].filter(([, { marked, isKept }]) => marked === null && !isKept);
    return new Map(own.map(([ref, { id, content }]) => [id, { ref, content }]));
  }

  get formers() {
    return new Map([...this.#contents].filter(([, { isKept }]) => isKept));
  }

  async stage(content: Uint8Array, replaces: string | null): Promise<string> {
    this.#made += 1;
    this.#contents.set(`ref${this.#made}`, { content, id: 0, isKept: false, marked: this.#clock.now(), replaces });
    return `ref${this.#made}`;
  }

  async keep(id: number, ref: string): Promise<boolean> {
    this.#removeReplaced(ref);
    this.#change(ref, { id, isKept: true, marked: null, replaces: null });
    return this.#contents.has(ref);
  }

  async publish(id: number, ref: string): Promise<void> {
    this.#removeReplaced(ref);
    this.#change(ref, { id, isKept: false, marked: null, replaces: null });
  }

  async move(): Promise<void> {}

  async read(_id: number, ref: string): Promise<Uint8Array | null> {
    return this.#contents.get(ref)?.content ?? null;
  }

  async noteRemoval(refs: readonly string[]): Promise<void> {
    for (const ref of refs) this.#change(ref, { marked: this.#clock.now() });
  }

  async discard(ref: string): Promise<void> {
    const replaces = this.#contents.get(ref)?.replaces ?? null;
    if (replaces !== null) await this.noteRemoval([replaces]);
    this.#contents.delete(ref);
  }

  async delete(_id: number, ref: string | null): Promise<void> {
    if (ref === null) return;
    this.#removeReplaced(ref);
    this.#contents.delete(ref);
  }

  async deleteFormer(_id: number, ref: string, isNamed: boolean): Promise<void> {
    if (isNamed) this.#change(ref, { isKept: false, marked: null });
    else this.#contents.delete(ref);
  }

  async pending(now: number): Promise<readonly string[]> {
    const left = [...this.#contents].filter(([, { marked }]) => marked !== null && now - marked > PENDING_AGE_MS);
    return left.map(([ref]) => ref);
  }

  locate(_id: number, ref: string): string {
    return ref;
  }

  async health(): Promise<void> {}

  #removeReplaced(ref: string): void {
    for (let replaced = this.#contents.get(ref)?.replaces ?? null; replaced !== null; ) {
      const before = this.#contents.get(replaced)?.replaces ?? null;
      this.#contents.delete(replaced);
      replaced = before;
    }
  }

  #change(ref: string, change: Partial<Content>): void {
    const content = this.#contents.get(ref);
    if (content !== undefined) this.#contents.set(ref, { ...content, ...change });
  }
}
