import type { ProgressOutput } from './progress.ts';

/** The standard streams of a command. */
export interface Streams {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: ProgressOutput;
  readonly stderr: ProgressOutput;
}
