import { closingAfter } from '../closing.ts';
import type { SidePlace } from '../places.ts';
import { loadSettings } from '../settings/loadSettings.ts';
import type { Env } from '../settings/setting.ts';
import { ADVICE_ANEW, stopSignal } from '../start/stopSignals.ts';
import type { Progress, Watch } from '../terminal/progress.ts';
import { copyInto, type Moved, noting } from './copyInto.ts';
import { openSource } from './openSource.ts';
import { refuseShared, sidePlace } from './sidePlace.ts';

interface MigrateOptions {
  readonly from: string;
  readonly to: string;
  readonly 'from-files': string | undefined;
  readonly 'to-files': string | undefined;
  readonly 'begin-anew': boolean;
}

interface Context {
  readonly env: Env;
  readonly progress: Progress;
}

/**
 * Copies a store into another, and verifies the copy. SIGINT and SIGTERM end it in order; a second signal after a
 * second or more ends it at once.
 * @throws StartError for what an operator can repair; UsageError for options that name no place
 */
export async function migrate(options: MigrateOptions, { env, progress }: Context) {
  const from = sidePlace('--from', { url: options.from, files: options['from-files'] });
  const side = sidePlace('--to', { url: options.to, files: options['to-files'] });
  const to = { ...side, emailCase: loadSettings(env).ALGOTHEQUE_EMAIL_CASE };
  const watch = { signal: stopSignal(ADVICE_ANEW), progress };
  return { text: '', data: await moveStore(from, to, { ...watch, anew: options['begin-anew'] }) };
}

/**
 * Copies a store into another, and verifies the copy.
 * @throws StartError for what an operator can repair; nothing stays locked then
 */
export function moveStore(from: SidePlace, to: SidePlace, watch: Watch & { readonly anew: boolean }): Promise<Moved> {
  refuseShared(from, to);
  return closingAfter(async (closing) => {
    const source = await openSource(from, { closing, onProblem: noting(watch.progress) });
    watch.signal.throwIfAborted();
    return copyInto(to, source, { closing, ...watch });
  });
}
