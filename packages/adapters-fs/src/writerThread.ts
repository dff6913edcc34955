import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { BundledError } from './dataFolderErrors.ts';
import type { StepOutcome } from './fileSteps.ts';
import type { FolderSteps } from './folderSteps.ts';
import type { SentError, WriterReply, WriterRequest } from './writerThreadProgram.ts';

// A module of its own, in the form of this file: sources or built.
const PROGRAM = new URL(`./writerThreadProgram${extname(import.meta.url)}`, import.meta.url);

/**
 * Runs the steps in folders on a thread. A thread of Node's pool has to be woken for each of the three or four calls that a file needs,
 * which takes the thread of the requests as long as the call itself. This one does them all for a message with many files. It starts with
 * the first message, holds up no end of the process while it has nothing to do, and starts anew when it has ended.
 */
export class WriterThread {
  readonly #program: URL;
  #worker: Worker | null = null;
  readonly #calls = new Map<number, PromiseWithResolvers<readonly StepOutcome[]>>();
  #last = 0;

  constructor(program: URL = PROGRAM) {
    this.#program = program;
  }

  /** Whether steps are under way: the end of the process waits for the thread until the disk has answered. */
  get isBusy(): boolean {
    return this.#calls.size > 0;
  }

  /** Asked at the start: later nobody would wait for what it writes. @throws BundledError when its program is not there */
  requireProgram(): void {
    const path = fileURLToPath(this.#program);
    if (!existsSync(path)) throw new BundledError(path);
  }

  /** The outcomes, in the order of the steps. @throws Error when none of the steps may be done or durable */
  run(steps: FolderSteps): Promise<readonly StepOutcome[]> {
    const worker = this.#worker ?? this.#start();
    const call = Promise.withResolvers<readonly StepOutcome[]>();
    this.#last += 1;
    this.#calls.set(this.#last, call);
    worker.ref();
    const request: WriterRequest = { ...steps, number: this.#last };
    worker.postMessage(request);
    return call.promise;
  }

  #start(): Worker {
    const worker = new Worker(this.#program, { name: 'algorithm files', env: {}, execArgv: [] });
    worker.on('message', (reply: WriterReply) => this.#settle(worker, reply));
    worker.on('error', (error) => this.#end(worker, error));
    worker.on('exit', (code) =>
      this.#end(worker, new Error(`The thread that writes files has ended with code ${code}`)),
    );
    this.#worker = worker;
    return worker;
  }

  #settle(worker: Worker, reply: WriterReply): void {
    const call = this.#calls.get(reply.number);
    this.#calls.delete(reply.number);
    if (this.#calls.size === 0) worker.unref();
    if ('problem' in reply) call?.reject(received(reply.problem));
    else call?.resolve(reply.outcomes.map((outcome) => (typeof outcome === 'string' ? outcome : received(outcome))));
  }

  #end(worker: Worker, problem: Error): void {
    if (this.#worker !== worker) return; // its error came before its end
    this.#worker = null;
    for (const { reject } of this.#calls.values()) reject(problem);
    this.#calls.clear();
  }
}

const received = (error: SentError): Error => Object.assign(new Error(error.message), error);
