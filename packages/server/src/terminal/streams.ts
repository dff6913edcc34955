import type { ProgressOutput } from './progress.ts';

export interface Streams {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: ProgressOutput;
  readonly stderr: ProgressOutput;
}
