import type { Env } from '../settings/schema.ts';

/** Shows how far long work is. Everything goes to standard error. */
export interface Progress {
  note(line: string): void;
  /**
   * Begins a part of the work. The part before it must have ended.
   * @param name what is done, in few words: `users: copying`
   * @param total how many steps there are, null if that is not known
   */
  begin(name: string, total: number | null): ProgressPart;
}

export interface ProgressPart {
  /** The number of steps that are done, never less than before. */
  reach(done: number): void;
  /** Ends the part with a line that stays. */
  end(line: string): void;
}

export interface Watch {
  readonly progress: Progress;
  /** Ends the work between two steps, with its reason. */
  readonly signal: AbortSignal;
}

export interface ProgressOutput {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

export const NO_PROGRESS: Progress = {
  note() {},
  begin: () => ({ reach() {}, end() {} }),
};

export interface Streams {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: ProgressOutput;
  readonly stderr: ProgressOutput;
}

export interface CommandContext {
  readonly env: Env;
  /** For questions, audit events and problems. Results are returned, not written. */
  readonly streams: Streams;
  /** Whether standard output gets one line of JSON. */
  readonly asJson: boolean;
  /** For work that takes long. It is silent with `--json`. */
  readonly progress: Progress;
}
