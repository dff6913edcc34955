import { isError, type OnProblem } from '@algotheque/domain';
import { type Closing, closingAfter } from '../closing.ts';
import type { SidePlace } from '../places.ts';
import { loadSettings } from '../settings/loadSettings.ts';
import { ADVICE_ANEW, stopSignal } from '../start/stopSignals.ts';
import { asStartError } from '../startError.ts';
import type { CommandContext, Progress, Watch } from '../terminal/progress.ts';
import { copyStore } from './copyStore.ts';
import { openSource } from './openSource.ts';
import { openTarget } from './openTarget.ts';
import type { ReadSide } from './side.ts';
import { sidePlace } from './sidePlace.ts';
import { type KindDigest, verifyCopy } from './verifyCopy.ts';

interface MigrateOptions {
  readonly from: string;
  readonly to: string;
  readonly 'from-files': string | undefined;
  readonly 'to-files': string | undefined;
  readonly 'begin-anew': boolean;
}

export async function migrateStores(
  options: MigrateOptions,
  { env, progress }: Pick<CommandContext, 'env' | 'progress'>,
) {
  const from = sidePlace('--from', { url: options.from, files: options['from-files'] });
  const side = sidePlace('--to', { url: options.to, files: options['to-files'] });
  const to = { ...side, emailCase: loadSettings(env).ALGOTHEQUE_EMAIL_CASE };
  const watch = { signal: stopSignal(ADVICE_ANEW), progress };
  return { text: '', data: await moveStore(from, to, { ...watch, anew: options['begin-anew'] }) };
}

/** Copies a store into another, and verifies the copy. @throws StartError; nothing stays locked then */
export function moveStore(from: SidePlace, to: SidePlace, watch: Watch & { readonly anew: boolean }): Promise<Moved> {
  return closingAfter(async (closing) => {
    const source = await openSource(from, closing, noting(watch.progress));
    watch.signal.throwIfAborted();
    return copyInto(to, source, { closing, ...watch });
  });
}

interface Copy extends Watch {
  /** Removes what an interrupted import has left in the target. */
  readonly anew: boolean;
  readonly closing: Closing;
}

export interface Moved {
  /** Without credentials. */
  readonly from: string;
  readonly to: string;
  /** What both sides hold, by kind. */
  readonly verified: readonly KindDigest[];
}

/** Copies everything into a store that holds nothing, verifies the copy, and removes the marks of the target. */
export async function copyInto(to: SidePlace, from: ReadSide, { closing, anew, ...watch }: Copy): Promise<Moved> {
  const { progress } = watch;
  const target = await openTarget(to, { source: from.location, anew, closing, onProblem: noting(progress) });
  progress.note(`Beginning: ${from.location} to ${target.location}`);
  await copyStore(from, target, watch);
  const verified: KindDigest[] = [];
  for await (const tally of verifyCopy(from, target, watch)) verified.push(tally);
  await target.end();
  progress.note('Done: both sides hold the same.');
  return { from: from.location, to: target.location, verified };
}

/** Tells the problems of a store as lines of the progress. */
export const noting =
  (progress: Progress): OnProblem =>
  (problem, where) => {
    const error = asStartError(problem);
    progress.note(`${where}: ${isError(error) ? error.message : String(error)}`);
  };
