import { closingAfter } from '../closing.ts';
import type { SidePlace } from '../places.ts';
import { RUN_AGAIN, stopSignal } from '../start/stopSignals.ts';
import type { Progress, Watch } from '../terminal/progress.ts';
import { copyInto, type Moved, noting } from './copyInto.ts';
import { openSource } from './openSource.ts';
import { refuseShared, sidePlace } from './sidePlace.ts';

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
export async function migrate(options: MigrateOptions, progress: Progress) {
  const from = sidePlace('--from', { url: options.from, files: options['from-files'] });
  const to = sidePlace('--to', { url: options.to, files: options['to-files'] });
  return { text: '', data: await moveStore(from, to, { signal: stopSignal(RUN_AGAIN), progress }) };
}

/**
 * Copies a store into another, and verifies the copy. Called again after an interruption, it resumes.
 * @throws StartError for what an operator can repair; nothing stays locked then
 */
export function moveStore(from: SidePlace, to: SidePlace, watch: Watch): Promise<Moved> {
  refuseShared(from, to);
  return closingAfter(async (closing) => {
    const source = await openSource(from, { closing, onProblem: noting(watch.progress) });
    watch.signal.throwIfAborted();
    return copyInto(to, source, { closing, ...watch });
  });
}
