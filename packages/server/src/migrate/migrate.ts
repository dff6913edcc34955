import { closingAfter } from '../closing.ts';
import type { SidePlace } from '../places.ts';
import { loadSettings } from '../settings/loadSettings.ts';
import { ADVICE_ANEW, stopSignal } from '../start/stopSignals.ts';
import type { CommandContext, Watch } from '../terminal/progress.ts';
import { copyStore } from './copyStore.ts';
import { sidePlace } from './sidePlace.ts';
import { type Filling, noting, openSource, openTarget, type ReadSide } from './sides.ts';
import { verifyCopy } from './verifyCopy.ts';

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
export function moveStore(from: SidePlace, to: SidePlace, watch: Watch & { readonly anew: boolean }) {
  return closingAfter(async (closing) => {
    const source = await openSource(from, closing, noting(watch.progress));
    watch.signal.throwIfAborted();
    return copyInto(to, source, { closing, ...watch });
  });
}

/**
 * Copies everything into a store that holds nothing, verifies the copy, and removes the marks of the target.
 * @returns the places without credentials, and what both hold, by kind
 */
export async function copyInto(to: SidePlace, from: ReadSide, filling: Filling) {
  const { progress } = filling;
  const target = await openTarget(to, from.location, filling);
  progress.note(`Beginning: ${from.location} to ${target.location}`);
  await copyStore(from, target, filling);
  const verified = await verifyCopy(from, target, filling);
  await target.end();
  progress.note('Done: both sides hold the same.');
  return { from: from.location, to: target.location, verified };
}
