import type { HeldView } from '@algotheque/domain';
import { StartError } from '../startError.ts';
import { type Copying, copyContents } from './contents.ts';

/** Views that are tried without holding anybody back, and then views for which changes wait. */
const FREE_ROUNDS = 4;
const HELD_ROUNDS = 2;

export interface MomentOptions {
  /**
   * Ends the time for which changes of servers may wait. Default: 2 s after its call; a server waits for 5 s before a request
   * fails.
   */
  readonly holdLimit?: () => AbortSignal;
}

const HOLD_MS = 2_000;

export interface ViewOfMoment {
  readonly view: HeldView;
  /** Whether all rows are of one moment, and their contents are written, except those that are damaged. */
  readonly isOneMoment: boolean;
}

/**
 * A view whose contents are all written, except those that are damaged. Most contents are copied before it, without a view, so that the log
 * of the store does not grow. Each round copies what has changed since the one before; a round that finds all of it has the view. A store
 * that cannot hold changes back then gives a view whose contents must be looked for.
 * @throws StartError when the contents change faster than they can be copied
 */
export async function viewWithContents(copying: Copying, options: MomentOptions = {}): Promise<ViewOfMoment> {
  const { source } = copying;
  const { isOneMoment } = source.views;
  await copyContents(source.views.present, copying);
  for (let round = 0; round < FREE_ROUNDS; round += 1) {
    const view = await source.views.take();
    if (await isWhole(view, copying)) return { view, isOneMoment };
  }
  if (source.views.takeHeld === undefined) return { view: await source.views.take(), isOneMoment: false };
  for (let round = 0; round < HELD_ROUNDS; round += 1) {
    const view = await heldView(copying, options);
    if (view !== null) return { view, isOneMoment };
  }
  throw new StartError('The contents change faster than they can be copied: run the backup again when fewer change');
}

/** Ends a view that is not whole. */
async function isWhole(view: HeldView, copying: Copying): Promise<boolean> {
  try {
    if ((await copyContents(view, copying)) === 0 || !copying.source.views.isOneMoment) return true;
  } catch (error) {
    await view.end();
    throw error;
  }
  await view.end();
  return false;
}

/** Null when it took too long. */
async function heldView(copying: Copying, { holdLimit }: MomentOptions): Promise<HeldView | null> {
  const view = await copying.source.views.takeHeld?.();
  if (view === undefined) return null;
  const limit = (holdLimit ?? (() => AbortSignal.timeout(HOLD_MS)))();
  try {
    const isFound = await isWhole(view, { ...copying, signal: AbortSignal.any([copying.signal, limit]) });
    return isFound ? view : null;
  } catch (error) {
    if (copying.signal.aborted || !limit.aborted) throw error;
    return null;
  } finally {
    view.letGo();
  }
}
