import type { OnProblem } from '@algotheque/domain';
import { Closing } from '../closing.ts';
import { asStartError } from '../startError.ts';
import { copyStore } from './copyStore.ts';
import { openSource } from './openSource.ts';
import { openTarget } from './openTarget.ts';
import { refuseShared, type SidePlace } from './sidePlace.ts';
import { verifyCopy } from './verifyCopy.ts';

export interface Move {
  readonly from: SidePlace;
  readonly to: SidePlace;
  /** Ends the migration between two rows, with its reason; it can be resumed. */
  readonly signal: AbortSignal;
  /** Gets a line of progress. */
  say(line: string): void;
}

/**
 * Copies a store into another, and verifies the copy. Called again after an interruption, it resumes.
 * @throws StartError for what an operator can repair; nothing stays locked then
 */
export async function moveStore(move: Move): Promise<void> {
  refuseShared(move.from, move.to);
  const closing = new Closing();
  try {
    await copyAndVerify(move, closing);
  } catch (error) {
    throw asStartError(error);
  } finally {
    await closing.close();
  }
}

async function copyAndVerify({ from, to, signal, say }: Move, closing: Closing): Promise<void> {
  const onProblem: OnProblem = (problem, where) => say(`${where}: ${messageOf(problem)}`);
  const source = await openSource(from, { closing, onProblem });
  signal.throwIfAborted();
  const target = await openTarget(to, { source: source.location, closing, onProblem });
  say(`${target.begun === 'resumed' ? 'Resuming' : 'Beginning'}: ${source.location} to ${target.location}`);
  await copyStore(source, target, { signal, onProgress: (kind, copied) => say(`  ${kind}: ${copied} copied`) });
  for await (const { kind, rows, digest } of verifyCopy(source, target, signal)) {
    say(`  ${kind}: ${rows} verified, ${digest}`);
  }
  await target.end();
  say('Done: both sides hold the same.');
}

function messageOf(problem: unknown): string {
  const startError = asStartError(problem);
  return startError instanceof Error ? startError.message : String(startError);
}
