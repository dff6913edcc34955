import type { Algorithm } from '../algorithm.ts';
import type { ContentPorts } from '../content/contentReader.ts';
import { type ContentFinding, verifyContent } from '../content/verifyContent.ts';
import type { OnProblem } from '../problems.ts';
import type { DamagedError, OnDamaged } from '../storeErrors.ts';
import { BoundedCache } from '../work.ts';
import { keptProgress, type ScrubPlace, type ScrubProgress } from './scrubProgress.ts';

export interface ScrubOptions {
  /** The time from the beginning of a round to the beginning of the next one, in milliseconds. */
  readonly periodMs: number;
  /** Where the progress is kept over a restart. */
  readonly place: ScrubPlace;
  /** Gets each damaged record and each damaged content once, and failures of stores. */
  readonly onProblem: OnProblem;
  /** Gets every finding of every round, for counters; a record that is damaged itself is a finding too. */
  readonly onFinding?: (finding: ContentFinding) => void;
}

const CONTENTS_PER_SECOND = 20;
const BYTES_PER_SECOND = 1_048_576;

const BATCH = 10;
const PAUSE_MS = 60_000;
/** The longest single sleep. Timers of Node end at once after more than 2^31 - 1 ms. */
const LONGEST_SLEEP_MS = 3_600_000;

/** Each of these is reported once. The oldest are forgotten, and are then reported once more. */
const REMEMBERED_PROBLEMS = 10_000;

const WHERE = 'the verification of contents';

/**
 * Verifies the content of all records in turn, at a bounded rate, once in each period. A round that takes longer is reported, and the next
 * one begins at once. A record that changes meanwhile is no finding.
 */
export class ContentScrub {
  readonly #ports: ContentPorts;
  readonly #options: ScrubOptions;
  readonly #kept: ReturnType<typeof keptProgress>;
  /** The messages of problems that were reported. */
  readonly #reported = new BoundedCache<string, true>(REMEMBERED_PROBLEMS);
  #progress: ScrubProgress | null = null;
  #running: { readonly abort: AbortController; readonly ended: Promise<void> } | null = null;

  constructor(ports: ContentPorts, options: ScrubOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#kept = keptProgress({ ...options, clock: ports.clock });
  }

  /** How far it is; null before it was read. */
  get progress(): ScrubProgress | null {
    return this.#progress;
  }

  /** A second call has no effect. */
  start(): void {
    if (this.#running !== null) return;
    const abort = new AbortController();
    this.#running = { abort, ended: this.#run(abort.signal) };
  }

  /** Resolves when the content that is being read has been read, and the progress is kept. */
  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    running?.abort.abort();
    await running?.ended;
  }

  async #run(signal: AbortSignal): Promise<void> {
    let progress = await this.#kept.read();
    while (!signal.aborted) {
      this.#progress = progress;
      progress = progress.after === null ? await this.#rest(progress, signal) : await this.#next(progress, signal);
    }
    await this.#kept.keep(progress);
  }

  async #rest(progress: ScrubProgress, signal: AbortSignal): Promise<ScrubProgress> {
    const { clock } = this.#ports;
    const began = Math.min(progress.began, clock.now()); // later than now if the clock was set back
    const leftMs = began + this.#options.periodMs - clock.now();
    if (leftMs <= 0) return { ...progress, began: clock.now(), after: 0, damaged: 0 };
    await clock.sleep(Math.min(leftMs, LONGEST_SLEEP_MS), signal);
    return { ...progress, began };
  }

  async #next(progress: ScrubProgress, signal: AbortSignal): Promise<ScrubProgress> {
    const { algos, clock } = this.#ports;
    let last = progress.after ?? 0;
    const found: number[] = [];
    /** Those behind `last` are found again. */
    const reached = (): ScrubProgress => {
      const behind = found.filter((id) => id <= last);
      return withDamaged({ ...progress, after: last }, behind.length);
    };
    const onDamaged = (damage: DamagedError): void => {
      found.push(Number(damage.id));
      this.#damaged(damage);
    };
    try {
      const batch = await algos.listAll({ after: last, limit: BATCH }, onDamaged);
      if (batch.length === 0) return await this.#over(withDamaged(progress, found.length));
      for (const algo of batch) {
        if (signal.aborted) break;
        await clock.sleep(pauseOf(await this.#verify(algo, onDamaged)), signal);
        last = algo.id;
      }
      await this.#kept.keepSometimes(reached());
    } catch (problem) {
      this.#options.onProblem(problem, WHERE);
      await clock.sleep(PAUSE_MS, signal);
    }
    return reached();
  }

  async #over(round: ScrubProgress): Promise<ScrubProgress> {
    const { periodMs, onProblem } = this.#options;
    const { began, damaged = 0 } = round;
    const ended = this.#ports.clock.now();
    const progress = { ...round, after: null, last: { began, ended, damaged } };
    await this.#kept.keep(progress);
    const tookMs = ended - began;
    if (tookMs > periodMs)
      onProblem(new Error(`A round took ${tookMs} ms, which is more than the period of ${periodMs} ms`), WHERE);
    return progress;
  }

  async #verify(algo: Algorithm, onDamaged: OnDamaged): Promise<number> {
    const finding = await verifyContent(this.#ports, algo);
    if (finding.kind === 'damaged') onDamaged(finding.damage);
    else this.#options.onFinding?.(finding);
    return finding.kind === 'intact' ? finding.bytes : algo.contentBytes;
  }

  #damaged(damage: DamagedError): void {
    this.#options.onFinding?.({ kind: 'damaged', damage });
    if (this.#reported.get(damage.message) === undefined) this.#options.onProblem(damage, WHERE);
    this.#reported.put(damage.message, true);
  }
}

const withDamaged = (progress: ScrubProgress, found: number): ScrubProgress =>
  found === 0 ? progress : { ...progress, damaged: (progress.damaged ?? 0) + found };

/** The pause after a content, in milliseconds. */
const pauseOf = (bytes: number): number => 1_000 * Math.max(1 / CONTENTS_PER_SECOND, bytes / BYTES_PER_SECOND);
