import { parentPort } from 'node:worker_threads';
import type { FileStep, StepOutcome } from './fileSteps.ts';
import { type FolderSteps, runSteps } from './folderSteps.ts';

// The thread that writerThread.ts starts. It imports modules of Node only, because it runs without the conditions of the process.

/** A step with the size of its content in the place of the content. */
export type SentStep =
  | Exclude<FileStep, { readonly kind: 'write' }>
  | { readonly kind: 'write'; readonly path: string; readonly size: number };

export interface WriterRequest extends Omit<FolderSteps, 'steps'> {
  readonly number: number;
  readonly steps: readonly SentStep[];
  /** The contents, one after the other. */
  readonly contents: Uint8Array;
}

/** An error as a thread can send it: without its class. */
export interface SentError {
  readonly message: string;
  readonly code?: unknown;
  readonly errno?: unknown;
  readonly syscall?: unknown;
  readonly path?: unknown;
}

export type SentOutcome = Exclude<StepOutcome, Error> | SentError;

export interface WriterReply {
  readonly number: number;
  readonly outcomes: readonly SentOutcome[] | null;
  /** Why there are no outcomes. */
  readonly problem: SentError | null;
}

function received({ steps, contents }: WriterRequest): readonly FileStep[] {
  let at = 0;
  return steps.map((step) => {
    if (step.kind !== 'write') return step;
    const bytes = contents.subarray(at, at + step.size);
    at += step.size;
    return { kind: 'write', path: step.path, bytes };
  });
}

function sent(error: unknown): SentError {
  const { message, code, errno, syscall, path } = error as NodeJS.ErrnoException; // each field is optional there
  return { message, code, errno, syscall, path };
}

const sentOutcome = (outcome: StepOutcome): SentOutcome => (outcome instanceof Error ? sent(outcome) : outcome);

async function reply(request: WriterRequest): Promise<WriterReply> {
  const { number } = request;
  try {
    const outcomes = await runSteps({ ...request, steps: received(request) });
    return { number, outcomes: outcomes.map(sentOutcome), problem: null };
  } catch (error) {
    return { number, outcomes: null, problem: sent(error) };
  }
}

parentPort?.on('message', async (request: WriterRequest) => parentPort?.postMessage(await reply(request)));
