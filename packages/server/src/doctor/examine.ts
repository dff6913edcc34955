import { isError, StoreRefusedError, UnavailableError } from '@algotheque/domain';
import { type Closing, closingAfter } from '../closing.ts';
import type { Prepared } from '../prepare.ts';
import { errorCode } from '../startError.ts';
import type { Watch } from '../terminal/progress.ts';
import { checksOf, type DoctorCheck } from './checks.ts';
import type { Finding } from './codes.ts';
import type { Look } from './look.ts';
import { openLook, type StoreLook } from './openLook.ts';

export interface ReportedFinding extends Omit<Finding, 'mend' | 'isStill'> {
  /** What was done about it; null if nothing was. */
  readonly mended: string | null;
  /** Why a repair of it failed; null if none did. */
  readonly failed: string | null;
}

export type Examination = Awaited<ReturnType<typeof run>>;

export interface ExamineOptions extends Watch {
  readonly repair: boolean;
  readonly now?: () => number;
}

/**
 * Looks through the store of the settings, and mends with `repair` what can be mended without losing content. A repair that
 * is interrupted can be run again.
 * @throws StartError when the store could not be looked at
 */
export const examine = (prepared: Prepared, options: ExamineOptions): Promise<Examination> =>
  closingAfter((closing) => run(prepared, options, closing));

async function run(prepared: Prepared, options: ExamineOptions, closing: Closing) {
  const { repair, progress, signal, now = Date.now } = options;
  let onRead: (done: number) => void = () => {};
  const opening = {
    closing,
    repair,
    now,
    reach(done: number) {
      signal.throwIfAborted();
      onRead(done);
    },
    onProblem: (problem: unknown, where: string) => progress.note(`${where}: ${errorCode(problem)}`),
  };
  const look = await openLook(prepared, opening);
  const findings: ReportedFinding[] = [];
  /** How many things each check has read. */
  const read: Record<string, number> = {};
  for (const check of checksOf(look)) {
    signal.throwIfAborted();
    const part = progress.begin(check.name, await totalOf(check, look));
    let [done, found] = [0, 0];
    onRead = (reached) => {
      done = reached;
      part.reach(reached);
    };
    for await (const finding of readable(check, look)) {
      findings.push(await mended(finding, look));
      found += 1;
    }
    read[check.name] = done;
    part.end(`${check.name}: ${found === 0 ? 'nothing found' : `${found} found`}${done === 0 ? '' : ` in ${done}`}`);
  }
  return { store: look.location, read, findings }; // the store without credentials
}

async function totalOf({ rows }: DoctorCheck, { portable }: Look): Promise<number | null> {
  if (rows === undefined) return null;
  try {
    const counts = await Promise.all(rows.map((kind) => portable.countRows(kind)));
    return counts.reduce((sum, count) => sum + count);
  } catch (error) {
    if (corruption(error) === null) throw error;
    return null; // the check itself reports the damage
  }
}

/**
 * The findings of a check that a second look finds as well. Where the database cannot read damaged pages, that is one more, and other
 * checks go on.
 */
async function* readable({ name, run }: DoctorCheck, look: StoreLook): AsyncGenerator<Omit<Finding, 'isStill'>> {
  try {
    for await (const { isStill, ...finding } of run(look)) if ((await isStill?.(look.ports)) !== false) yield finding;
  } catch (error) {
    const cause = corruption(error);
    if (cause === null) throw error;
    yield {
      code: 'store-integrity',
      place: look.location,
      detail: `The check of ${name} could not read all: ${cause.message}`,
    };
  }
}

/** Mends the finding, where that is possible and asked for. @throws UnavailableError when the store is out of reach */
async function mended(
  { mend, ...finding }: Omit<Finding, 'isStill'>,
  { mending, ports }: StoreLook,
): Promise<ReportedFinding> {
  if (mend === undefined || mending === null) return { ...finding, mended: null, failed: null };
  try {
    return { ...finding, mended: await mend(mending, ports), failed: null };
  } catch (error) {
    const problem = corruption(error) ?? error;
    if (problem instanceof UnavailableError || !isError(problem)) throw error;
    return { ...finding, mended: null, failed: problem.message };
  }
}

/** The damage of the store itself that an error is about; null if it is about something else. */
function corruption(error: unknown): StoreRefusedError | null {
  const cause = error instanceof UnavailableError ? error.cause : error;
  return cause instanceof StoreRefusedError && cause.isDamage ? cause : null;
}
