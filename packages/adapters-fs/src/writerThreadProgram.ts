import { parentPort } from 'node:worker_threads';
import type { StepOutcome } from './fileSteps.ts';
import { type FolderSteps, runSteps } from './folderSteps.ts';

// The thread that writerThread.ts starts. It imports modules of Node only, because it runs without the conditions of the process.

export interface WriterRequest extends FolderSteps {
  readonly number: number;
}

/** An error as a thread can send it: without its class. */
export type SentError = { readonly message: string } & Readonly<Record<'code' | 'errno' | 'syscall' | 'path', unknown>>;

export type SentOutcome = Exclude<StepOutcome, Error> | SentError;

export interface WriterReply {
  readonly number: number;
  readonly outcomes: readonly SentOutcome[] | null;
  /** Why there are no outcomes. */
  readonly problem: SentError | null;
}

function sent(error: unknown): SentError {
  const { message, code, errno, syscall, path } = error as NodeJS.ErrnoException; // each field is optional there
  return { message, code, errno, syscall, path };
}

const sentOutcome = (outcome: StepOutcome): SentOutcome => (outcome instanceof Error ? sent(outcome) : outcome);

async function reply(request: WriterRequest): Promise<WriterReply> {
  const { number } = request;
  try {
    const outcomes = await runSteps(request);
    return { number, outcomes: outcomes.map(sentOutcome), problem: null };
  } catch (error) {
    return { number, outcomes: null, problem: sent(error) };
  }
}

parentPort?.on('message', async (request: WriterRequest) => parentPort?.postMessage(await reply(request)));
