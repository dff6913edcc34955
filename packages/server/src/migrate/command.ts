import { RUN_AGAIN, stopSignal } from '../start/stopSignals.ts';
import { NO_PROGRESS, type Progress } from '../terminal/progress.ts';
import type { Moved } from './copyInto.ts';
import { moveStore } from './moveStore.ts';
import { sidePlace } from './sidePlace.ts';

interface MigrateOptions {
  readonly from: string;
  readonly to: string;
  readonly 'from-files': string | undefined;
  readonly 'to-files': string | undefined;
}

/**
 * Copies a store into another, and verifies the copy. SIGINT and SIGTERM end it in order; a second signal after a
 * second or more ends it at once.
 * @throws StartError for what an operator can repair: run again, the same migration resumes; UsageError for options that
 * name no place
 */
export async function migrate(
  options: MigrateOptions,
  progress: Progress = NO_PROGRESS,
): Promise<{ readonly text: string; readonly data: Moved }> {
  const from = sidePlace('--from', { url: options.from, files: options['from-files'] });
  const to = sidePlace('--to', { url: options.to, files: options['to-files'] });
  const signal = stopSignal(RUN_AGAIN);
  return { text: '', data: await moveStore({ from, to, signal, progress }) };
}
