import { parentPort } from 'node:worker_threads';
import { asError, type StepOutcome } from './fileSteps.ts';
import { type FolderSteps, runSteps } from './folderSteps.ts';

// The thread that writerThread.ts starts. It imports modules of Node only, because it runs without the conditions of the process.

export interface WriterRequest extends FolderSteps {
  readonly number: number;
}

/** An error as a thread can send it: without its class, with what the system says. */
export interface SentError {
  readonly message: string;
}

/** With `problem`: why there are no outcomes. */
export type WriterReply = { readonly number: number } & (
  | { readonly outcomes: readonly (Exclude<StepOutcome, Error> | SentError)[] }
  | { readonly problem: SentError }
);

const sent = (error: Error): SentError => ({ ...error, message: error.message });

async function reply(request: WriterRequest): Promise<WriterReply> {
  const { number } = request;
  try {
    const outcomes = await runSteps(request);
    return { number, outcomes: outcomes.map((outcome) => (outcome instanceof Error ? sent(outcome) : outcome)) };
  } catch (error) {
    return { number, problem: sent(asError(error)) };
  }
}

parentPort?.on('message', async (request: WriterRequest) => parentPort?.postMessage(await reply(request)));
