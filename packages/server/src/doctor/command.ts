import { networkNotes } from '../places.ts';
import { prepare } from '../prepare.ts';
import { loadSettings } from '../settings/loadSettings.ts';
import type { Env } from '../settings/setting.ts';
import { stopSignal } from '../start/stopSignals.ts';
import { asStartError, NotExaminedError, StartError } from '../startError.ts';
import type { Progress } from '../terminal/progress.ts';
import { examine } from './examine.ts';
import { reportData, reportText } from './report.ts';

interface DoctorOptions {
  readonly repair: boolean;
  /** Ends it, with its reason. Default: SIGINT and SIGTERM do. */
  readonly signal?: AbortSignal;
}

/**
 * `algotheque doctor`: looks through the store of the settings, and mends it with `repair`. SIGINT and SIGTERM end it in order.
 * @throws NotExaminedError when the store could not be looked at, for a reason that an operator can repair
 */
export async function doctor({ repair, signal = stopSignal() }: DoctorOptions, env: Env, progress: Progress) {
  try {
    const prepared = await prepare(loadSettings(env));
    for (const note of networkNotes(prepared.places)) progress.note(note);
    const examination = await examine(prepared, { repair, progress, signal });
    const exitCode: 0 | 1 = examination.findings.length === 0 ? 0 : 1;
    return { text: reportText(examination), data: reportData(examination), exitCode };
  } catch (error) {
    const problem = asStartError(error);
    throw problem instanceof StartError ? new NotExaminedError(problem.message, { cause: problem }) : problem;
  }
}
