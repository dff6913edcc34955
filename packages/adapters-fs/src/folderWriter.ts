import { isError, UnavailableError } from '@algotheque/domain';
import { LONGEST_WAIT_MS, notAnswered } from '@algotheque/domain/files';
import type { FileStep, StepOutcome } from './fileSteps.ts';
import { type OpenedFolder, openedFolder } from './folderSteps.ts';
import type { Layout } from './layout.ts';
import { WriterThread } from './writerThread.ts';

/** Steps that are done together: so many files are open, and their bytes copied, at one time. */
const MOST_STEPS = 128;
const MOST_BYTES = 4 * 1_024 * 1_024;

/** One for all folders of a process: a thread takes some megabytes. */
const shared = new WriterThread();

/** Whether the thread that writes files in this process waits for a disk. */
export const waitsForDisk = (): boolean => shared.isBusy;

interface Waiting extends PromiseWithResolvers<Exclude<StepOutcome, Error>> {
  readonly step: FileStep;
}

/** Steps of one kind: those that come together are done together, and one call is under way at a time. */
interface Lane {
  waiting: Waiting[];
  isRunning: boolean;
  /** Why steps fail at once, while the disk does not answer its call. */
  hanging: UnavailableError | null;
}

/** The steps of a folder of content. Steps that need no sync do not wait for those that do, until they are with the thread. */
export class FolderWriter {
  readonly #layout: Layout;
  readonly #root: OpenedFolder;
  readonly #thread: Pick<WriterThread, 'run'>;
  readonly #lanes: Readonly<Record<'synced' | 'unsynced', Lane>> = {
    synced: { waiting: [], isRunning: false, hanging: null },
    unsynced: { waiting: [], isRunning: false, hanging: null },
  };

  /** @throws BundledError when the program of the thread is not there */
  constructor(layout: Layout, thread: Pick<WriterThread, 'run'> & Partial<WriterThread> = shared) {
    thread.requireProgram?.();
    this.#layout = layout;
    this.#root = openedFolder(layout.root);
    this.#thread = thread;
  }

  /** @throws UnavailableError, with the error of the system as its cause */
  run(step: FileStep): Promise<Exclude<StepOutcome, Error>> {
    const { synced, unsynced } = this.#lanes;
    const hanging = synced.hanging ?? unsynced.hanging;
    if (hanging !== null) return Promise.reject(hanging);
    const waiting: Waiting = { step, ...Promise.withResolvers() };
    const lane = step.kind === 'write' || step.kind === 'link' ? synced : unsynced;
    lane.waiting.push(waiting);
    if (lane.waiting.length === 1 && !lane.isRunning) setImmediate(() => this.#next(lane));
    return waiting.promise;
  }

  #next(lane: Lane): void {
    if (lane.isRunning || lane.waiting.length === 0) return;
    lane.isRunning = true;
    void this.#runSome(lane, take(lane)).then(() => {
      lane.isRunning = false;
      this.#next(lane);
    });
  }

  /** Never rejects. */
  async #runSome(lane: Lane, some: readonly Waiting[]): Promise<void> {
    const timer = setTimeout(() => this.#hang(lane, some), LONGEST_WAIT_MS);
    try {
      const steps = some.map(({ step }) => step);
      const outcomes = await this.#thread.run({ root: this.#root, folders: this.#layout.folders, steps });
      for (const [at, { resolve, reject }] of some.entries()) {
        const outcome = outcomes[at] ?? new Error('no outcome');
        if (isError(outcome)) reject(new UnavailableError({ cause: outcome }));
        else resolve(outcome);
      }
    } catch (problem) {
      for (const { reject } of some) reject(new UnavailableError({ cause: problem }));
    } finally {
      clearTimeout(timer);
      lane.hanging = null;
    }
  }

  /** All that wait fail now. What is under way may be done later all the same. */
  #hang(own: Lane, some: readonly Waiting[]): void {
    const hanging = notAnswered(`the disk of ${this.#root.path}`);
    own.hanging = hanging;
    const all = Object.values(this.#lanes).flatMap((lane) => lane.waiting.splice(0));
    for (const { reject } of [...some, ...all]) reject(hanging);
  }
}

function take(lane: Lane): readonly Waiting[] {
  let bytes = 0;
  const end = lane.waiting.findIndex(({ step }, at) => {
    bytes += step.kind === 'write' ? step.bytes.length : 0;
    return at > 0 && (at >= MOST_STEPS || bytes > MOST_BYTES);
  });
  return lane.waiting.splice(0, end === -1 ? lane.waiting.length : end);
}
