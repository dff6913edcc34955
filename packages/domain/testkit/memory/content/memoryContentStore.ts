import { createHash, randomBytes } from 'node:crypto';
import { type Clock, type ContentStore, DamagedError, type ListedContent, PENDING_AGE_MS } from '@algotheque/domain';
import { FakeClock } from '../fakeClock.ts';

interface Kept {
  readonly ref: string;
  readonly content: Uint8Array;
}

/** The data of content stores in memory; a store opened on it later finds what an earlier one wrote. */
export class MemoryContents {
  /** With the process that staged it. */
  readonly staged = new Map<string, { readonly content: Uint8Array; date: number; readonly process: object }>();
  /** By the id of the algorithm. */
  readonly records = new Map<number, Kept>();
  readonly bin = new Map<number, Kept>();
  /** By reference. */
  readonly formers = new Map<string, Kept & { readonly id: number }>();
  /** References whose content cannot be read. */
  readonly damaged = new Set<string>();
  /** The process that opened the store last. Work of any other process was left behind. */
  process: object = {};

  /** By the id of the algorithm: what records and the bin have. */
  get published(): ReadonlyMap<number, Kept> {
    return new Map([...this.bin, ...this.records]);
  }

  /** Everything that is held, as text. */
  dump(): string {
    const text = new TextDecoder();
    const all = [this.staged, this.records, this.bin, this.formers].flatMap((map) => [...map.values()]);
    return JSON.stringify([[...this.staged.keys()], all.map(({ content }) => text.decode(content))]);
  }
}

/** Opens a store on `contents`; an earlier process on it counts as ended. */
export function memoryContentStore(
  clock: Pick<Clock, 'now'> = new FakeClock(),
  contents: MemoryContents = new MemoryContents(),
): ContentStore {
  const process = {};
  contents.process = process;
  const { staged, records, bin, formers, damaged } = contents;
  const kept = (found: Kept | undefined, ref: string): Kept | undefined => (found?.ref === ref ? found : undefined);
  return {
    async stage(content, _replaces, given) {
      const ref =
        given ?? `${randomBytes(16).toString('base64url')}-${createHash('sha256').update(content).digest('hex')}`;
      staged.set(ref, { content: content.slice(), date: clock.now(), process });
      return ref;
    },
    async keep(id, ref) {
      if (formers.has(ref)) staged.delete(ref);
      else {
        const found = staged.get(ref) ?? kept(records.get(id), ref);
        if (found === undefined) return false;
        formers.set(ref, { id, ref, content: found.content });
        staged.delete(ref);
      }
      return true;
    },
    async publish(id, ref) {
      const found = staged.get(ref);
      if (found === undefined) return;
      records.set(id, { ref, content: found.content });
      staged.delete(ref);
    },
    async move(id, ref, to) {
      const [from, target] = to === 'bin' ? [records, bin] : [bin, records];
      const found = from.get(id);
      from.delete(id);
      if (found !== undefined && kept(target.get(id), ref) === undefined) target.set(id, found);
    },
    async read(id, ref) {
      if (damaged.has(ref)) throw new DamagedError({ place: 'memory', id: ref, field: 'content' });
      const found = kept(records.get(id), ref) ?? staged.get(ref) ?? formers.get(ref) ?? kept(bin.get(id), ref) ?? null;
      return found?.content.slice() ?? null;
    },
    async noteRemoval() {},
    async discard(ref) {
      staged.delete(ref);
      damaged.delete(ref);
    },
    async delete(id, ref, from) {
      const names = from === 'bin' ? bin : records;
      damaged.delete(ref ?? names.get(id)?.ref ?? '');
      names.delete(id);
      if (ref !== null) staged.delete(ref);
    },
    async deleteFormer(_id, ref) {
      formers.delete(ref);
    },
    async pending(now) {
      const left = [...staged].filter(([, work]) => {
        work.date = Math.min(work.date, now); // a clock that was ahead was set back
        return work.process !== process || now - work.date > PENDING_AGE_MS;
      });
      return left.map(([ref]) => ref);
    },
    async *listContents() {
      const named = (kind: 'records' | 'bin', ids: Iterable<number>) =>
        [...ids].map((id): ListedContent => ({ kind, id }));
      const kept = [...formers.values()].map(({ id, ref }): ListedContent => ({ kind: 'former', id, ref }));
      const all = [...named('records', records.keys()), ...named('bin', bin.keys()), ...kept];
      if (all.length > 0) yield all;
    },
    locate: (id, ref) => `memory:${id}:${ref}`,
    async health() {},
  };
}
