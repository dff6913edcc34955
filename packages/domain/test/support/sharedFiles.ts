import type { Clock } from '../../src/clock.ts';
import { type ContentStore, PENDING_AGE_MS, type PendingWork } from '../../src/content/contentStore.ts';
import type { ContentsView } from './held.ts';

interface Content {
  readonly content: Uint8Array;
  readonly id: number | null;
  readonly mark: 'staged' | 'deleting' | null;
  readonly replaces: string | null;
  readonly date: number;
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
    return this.#marked('staged');
  }

  get deletions() {
    return this.#marked('deleting');
  }

  get published() {
    const own = [...this.#contents].filter(([, { mark }]) => mark === null);
    return new Map(own.map(([ref, { id, content }]) => [id ?? 0, { ref, content }]));
  }

  async stage(content: Uint8Array, replaces: string | null): Promise<string> {
    this.#made += 1;
    this.#contents.set(`ref${this.#made}`, { content, id: null, mark: 'staged', replaces, date: this.#clock.now() });
    return `ref${this.#made}`;
  }

  async announce(id: number, ref: string): Promise<void> {
    this.#change(ref, { id, mark: 'deleting', date: this.#clock.now() });
  }

  async withdraw(id: number, ref: string): Promise<void> {
    this.#change(ref, { id, mark: null });
  }

  async publish(id: number, ref: string): Promise<void> {
    this.#removeReplaced(ref);
    this.#change(ref, { id, mark: null, replaces: null });
  }

  async read(_id: number, ref: string): Promise<Uint8Array | null> {
    return this.#contents.get(ref)?.content ?? null;
  }

  async discard(ref: string): Promise<void> {
    this.#contents.delete(ref);
  }

  async delete(id: number, ref: string | null): Promise<void> {
    if (ref !== null) {
      this.#removeReplaced(ref);
      this.#contents.delete(ref);
    }
    for (const [other, content] of this.#contents) if (content.id === id) this.#contents.delete(other);
  }

  async pending(now: number): Promise<readonly PendingWork[]> {
    const left = [...this.#contents].filter(([, { mark, date }]) => mark !== null && now - date > PENDING_AGE_MS);
    return left.map(([ref, { id, mark }]) =>
      mark === 'deleting' && id !== null ? { kind: 'deleting', id } : { kind: 'staged', ref },
    );
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

  #marked(mark: Content['mark']) {
    return new Map([...this.#contents].filter(([, content]) => content.mark === mark));
  }

  #change(ref: string, change: Partial<Content>): void {
    const content = this.#contents.get(ref);
    if (content !== undefined) this.#contents.set(ref, { ...content, ...change });
  }
}
