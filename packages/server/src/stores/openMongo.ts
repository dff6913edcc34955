import { secretFingerprint } from '@algotheque/adapters-crypto';
import type { MongoStore } from '@algotheque/adapters-mongo';
import { type OnProblem, systemClock, UnavailableError } from '@algotheque/domain';
import type { Closing } from '../closing.ts';
import { ownerIdOf } from '../ownerId.ts';
import { ContentMismatchError, type FolderOfContent } from './contentMatch.ts';
import type { OpenedRecords, StoreParts } from './records.ts';

const RETRY_MS = 1_000;

/**
 * Opens MongoDB. If it cannot be reached, the server starts anyway and answers 503 until it can. A database that
 * must not be used is refused at once, or as soon as this is known.
 */
export async function openMongo(
  url: string,
  content: 'mongodb' | FolderOfContent,
  {
    secret,
    onProblem,
    onNotice,
    closing,
    onCommit,
    emailCase,
  }: Omit<StoreParts, 'rooms'> & { readonly closing: Closing },
): Promise<Required<OpenedRecords>> {
  // An embedded start does not load the driver.
  const { ContentOrphanedError, openMongoStore } = await import('@algotheque/adapters-mongo');
  const store = openMongoStore({
    url,
    secretFingerprint: secretFingerprint(secret),
    contentPlace: content === 'mongodb' ? content : { ...content, owner: ownerIdOf(content.dir) },
    onProblem,
    ...(onNotice !== undefined && { onNotice }),
    ...(emailCase !== undefined && { emailCase }),
    ...(onCommit !== undefined && { onCommit }),
  });
  closing.add(store, (opened) => opened.close());
  const isReady = await tryReady(store, onProblem).catch((error: unknown) => {
    throw error instanceof ContentOrphanedError
      ? new ContentMismatchError(error.message, null, { cause: error })
      : error;
  });
  const refused = isReady ? new Promise<never>(() => {}) : keepTrying(store, closing);
  refused.catch((problem: unknown) => onProblem(problem, 'store')); // at once: it may be rejected while the start goes on
  return { ...store, awaited: isReady ? null : store.location, refused };
}

/** @throws StoreRefusedError */
async function tryReady(store: MongoStore, onProblem: OnProblem): Promise<boolean> {
  try {
    await store.ready();
    return true;
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    onProblem(error, `MongoDB at ${store.location} cannot be reached yet`);
    return false;
  }
}

/** Tries repeatedly until the database can be reached; rejects if it must not be used. */
async function keepTrying(store: MongoStore, closing: Closing): Promise<never> {
  const abort = closing.add(new AbortController(), (controller) => controller.abort());
  while (!abort.signal.aborted) {
    await systemClock.sleep(RETRY_MS, abort.signal);
    if (abort.signal.aborted || (await tryReady(store, () => {}))) break; // the first failure was reported
  }
  return new Promise(() => {});
}
