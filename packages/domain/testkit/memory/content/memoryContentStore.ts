import { createHash, randomBytes } from 'node:crypto';
import type { Clock, PendingWork, SeparateContentStore } from '@algotheque/domain';
import { DamagedError, PENDING_AGE_MS } from '@algotheque/domain';
import { FakeClock } from '../fakeClock.ts';

/** Work in flight, with the process that does it. */
interface InFlight {
  date: number;
  readonly process: object;
}

/** The data of content stores in memory; a store opened on it later finds what an earlier one wrote. */
export class MemoryContents {
  readonly staged = new Map<string, InFlight & { readonly content: Uint8Array; readonly replaces: string | null }>();
  readonly published = new Map<number, { readonly ref: string; readonly content: Uint8Array }>();
  readonly deletions = new Map<number, InFlight>();
  /** References whose content cannot be read. */
  readonly damaged = new Set<string>();
  /** The process that opened the store last. Work of any other process was left behind. */
  process: object = {};

  /** Everything that is held, as text. */
  dump(): string {
    const text = new TextDecoder();
    const contents = [...this.staged.values(), ...this.published.values()].map(({ content }) => text.decode(content));
    return JSON.stringify([[...this.staged.keys()], [...this.deletions.keys()], contents]);
  }
}

/** Opens a store on `contents`; an earlier process on it counts as ended. */
export function memoryContentStore(
  clock: Pick<Clock, 'now'> = new FakeClock(),
  contents: MemoryContents = new MemoryContents(),
): SeparateContentStore {
  const process = {};
  contents.process = process;
  const { staged, published, deletions } = contents;
  const inFlight = (): InFlight => ({ date: clock.now(), process });
  const isLeft = (work: InFlight, now: number): boolean => {
    work.date = Math.min(work.date, now); // a clock that was ahead was set back
    return work.process !== process || now - work.date > PENDING_AGE_MS;
  };

  /** Removes what the staged content replaces and was never published, and what that replaces. */
  const removeReplaced = (ref: string): void => {
    for (let replaced = staged.get(ref)?.replaces; typeof replaced === 'string'; ) {
      const before = staged.get(replaced)?.replaces;
      staged.delete(replaced);
      replaced = before;
    }
  };

  return {
    async stage(content, replaces) {
      const ref = `${randomBytes(16).toString('base64url')}-${createHash('sha256').update(content).digest('hex')}`;
      staged.set(ref, { content: content.slice(), replaces, ...inFlight() });
      return ref;
    },
    async announce(id) {
      deletions.set(id, inFlight());
    },
    async withdraw(id) {
      deletions.delete(id);
    },
    async publish(id, ref) {
      const found = staged.get(ref);
      if (found === undefined) return;
      removeReplaced(ref);
      published.set(id, { ref, content: found.content });
      staged.delete(ref);
    },
    async read(id, ref) {
      if (contents.damaged.has(ref)) throw new DamagedError({ place: 'memory', id: ref, field: 'content' });
      const kept = published.get(id);
      const found = staged.get(ref) ?? (kept?.ref === ref ? kept : undefined);
      return found?.content.slice() ?? null;
    },
    async discard(ref) {
      staged.delete(ref);
      contents.damaged.delete(ref);
    },
    async delete(id, ref) {
      if (ref !== null) {
        removeReplaced(ref);
        staged.delete(ref);
      }
      contents.damaged.delete(ref ?? published.get(id)?.ref ?? '');
      published.delete(id);
      deletions.delete(id);
    },
    async pending(now) {
      const stagings = [...staged].filter(([, work]) => isLeft(work, now));
      const removals = [...deletions].filter(([, work]) => isLeft(work, now));
      return [
        ...stagings.map(([ref]): PendingWork => ({ kind: 'staged', ref })),
        ...removals.map(([id]): PendingWork => ({ kind: 'deleting', id })),
      ];
    },
    locate: (id, ref) => `memory:${id}:${ref}`,
    async health() {},
  };
}
