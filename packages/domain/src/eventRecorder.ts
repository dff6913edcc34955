import { addressArea } from './address.ts';
import type { AuditEvent, AuditLog } from './audit.ts';
import type { Bounds } from './bounds.ts';
import { type EventStore, firstKey, MAX_REQUEST_ID, type StoredEvent } from './eventStore.ts';
import type { OnProblem } from './problems.ts';
import { nextTurn } from './work.ts';

/** Events that wait for the store, about 300 KB. */
const MOST_WAITING = 1_000;

const WHERE = 'events for owners of the service';
const SEQUENCE_CHARS = 4;
const SEQUENCE_END = 16 ** SEQUENCE_CHARS;

/** Events that only the log has. */
class EventsLostError extends Error {
  override readonly name = 'EventsLostError';
}

interface Parts {
  readonly log: AuditLog;
  readonly store: EventStore;
  readonly onProblem: OnProblem;
  readonly bounds: Pick<Bounds, 'batch'>;
}

/**
 * Writes each event to the log, and then to the store, in the background: one batch at a time, and none while nothing is recorded. What the
 * store does not take is lost there, and the log has it.
 */
export class EventRecorder implements AuditLog {
  readonly #parts: Parts;
  /** Two processes may record at the same millisecond. */
  readonly #process = crypto.randomUUID().slice(0, 8);
  #sequence = 0;
  #waiting: StoredEvent[] = [];
  #writing: Promise<void> | null = null;
  #lost = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  record(event: AuditEvent): void {
    this.#parts.log.record(event);
    if (this.#waiting.length < MOST_WAITING) this.#waiting.push(this.#stored(event));
    else
      this.#lose(1, new EventsLostError('The store takes events more slowly than they come: the log has the others'));
    this.#writing ??= this.#write();
  }

  /** Resolves when no event waits. */
  async settled(): Promise<void> {
    await this.#writing;
    this.#tellLost();
  }

  async #write(): Promise<void> {
    try {
      while (this.#waiting.length > 0) await this.#writeBatch();
    } finally {
      this.#writing = null; // also after an `onProblem` that throws
    }
  }

  async #writeBatch(): Promise<void> {
    await nextTurn(); // what is recorded in this turn is one batch
    const batch = this.#waiting.splice(0, this.#parts.bounds.batch);
    try {
      await this.#parts.store.append(batch);
    } catch (problem) {
      this.#lose(batch.length, problem);
      return;
    }
    if (this.#waiting.length === 0) this.#tellLost();
  }

  /** Reports the first problem; `#tellLost` then reports all events that were lost with it. */
  #lose(count: number, problem: unknown): void {
    this.#lost += count;
    if (this.#lost === count) this.#parts.onProblem(problem, WHERE);
  }

  #tellLost(): void {
    if (this.#lost === 0) return;
    const lost = this.#lost;
    this.#lost = 0;
    this.#parts.onProblem(new EventsLostError(`Only the log has these events: ${lost}`), WHERE);
  }

  #stored({ action, date, actorId, targetId, address, requestId, limit = null }: AuditEvent): StoredEvent {
    this.#sequence = (this.#sequence + 1) % SEQUENCE_END;
    const unique = this.#sequence.toString(16).padStart(SEQUENCE_CHARS, '0') + this.#process;
    return {
      key: firstKey(Math.max(0, date)) + unique,
      action,
      actorId,
      targetId,
      address: addressArea(address ?? undefined),
      requestId: requestId?.slice(0, MAX_REQUEST_ID).toWellFormed() ?? null,
      limit,
    };
  }
}
