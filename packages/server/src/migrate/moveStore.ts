import type { OnProblem } from '@algotheque/domain';
import { closingAfter } from '../closing.ts';
import { asStartError } from '../startError.ts';
import type { Progress } from '../terminal/progress.ts';
import { copyInto, type Moved } from './copyInto.ts';
import { openSource } from './openSource.ts';
import { openTarget } from './openTarget.ts';
import { refuseShared, type SidePlace } from './sidePlace.ts';

export interface Move {
  readonly from: SidePlace;
  readonly to: SidePlace;
  /** Ends the migration between two rows, with its reason; it can be resumed. */
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/**
 * Copies a store into another, and verifies the copy. Called again after an interruption, it resumes.
 * @throws StartError for what an operator can repair; nothing stays locked then
 */
export async function moveStore({ from, to, signal, progress }: Move): Promise<Moved> {
  refuseShared(from, to);
  return closingAfter(async (closing) => {
    const onProblem: OnProblem = (problem, where) => progress.note(`${where}: ${messageOf(problem)}`);
    const source = await openSource(from, { closing, onProblem });
    signal.throwIfAborted();
    const target = await openTarget(to, { source: source.location, closing, onProblem });
    return copyInto(target, { from: source, signal, progress });
  });
}

function messageOf(problem: unknown): string {
  const startError = asStartError(problem);
  return startError instanceof Error ? startError.message : String(startError);
}
