import { parentPort } from 'node:worker_threads';
import { type FileOutcome, type FileWork, type FileWorks, writeFiles } from './writeFiles.ts';

// The thread that writerThread.ts starts. It imports modules of Node only, because it runs without the conditions of the process.

/** A work with the size of its content in the place of the content. */
export interface SentWork extends Omit<FileWork, 'bytes'> {
  readonly size: number;
}

export interface WriterRequest extends Omit<FileWorks, 'works'> {
  readonly number: number;
  readonly works: readonly SentWork[];
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

export type SentOutcome = null | 'foreign' | SentError;

export interface WriterReply {
  readonly number: number;
  readonly outcomes: readonly SentOutcome[] | null;
  /** Why there are no outcomes. */
  readonly problem: SentError | null;
}

function received({ works, contents }: WriterRequest): readonly FileWork[] {
  let at = 0;
  return works.map(({ size, ...work }) => {
    const bytes = contents.subarray(at, at + size);
    at += size;
    return { ...work, bytes };
  });
}

function sent(error: unknown): SentError {
  const { message, code, errno, syscall, path } = error as NodeJS.ErrnoException; // each field is optional there
  return { message, code, errno, syscall, path };
}

const sentOutcome = (outcome: FileOutcome): SentOutcome => (outcome instanceof Error ? sent(outcome) : outcome);

function reply(request: WriterRequest): WriterReply {
  const { number } = request;
  try {
    const outcomes = writeFiles({ ...request, works: received(request) });
    return { number, outcomes: outcomes.map(sentOutcome), problem: null };
  } catch (error) {
    return { number, outcomes: null, problem: sent(error) };
  }
}

parentPort?.on('message', (request: WriterRequest) => parentPort?.postMessage(reply(request)));
