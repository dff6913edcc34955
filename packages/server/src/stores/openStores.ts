import { dirname } from 'node:path';
import { secretFingerprint } from '@algotheque/adapters-crypto';
import {
  type OnProblem,
  type OpenedStore,
  type OpenStoreOptions,
  systemClock,
  UnavailableError,
} from '@algotheque/domain';
import type { Closing } from '../closing.ts';
import { type Places, shownStore } from '../places.ts';
import { contentFolder } from './contentFolder.ts';
import type { DiskRooms } from './diskRooms.ts';

const RETRY_MS = 1_000;

interface StoreParts extends Pick<OpenStoreOptions, 'onNotice' | 'emailCase' | 'onCommit'> {
  readonly secret: () => Uint8Array;
  readonly onProblem: OnProblem;
  readonly rooms: DiskRooms;
}

/**
 * Opens records and content where the places say. If the database cannot be reached, the server starts anyway and answers 503 until it can.
 * A database that must not be used is refused at once, or as soon as this is known.
 * @throws ContentMismatchError when the content in a folder is not that of the records
 */
export async function openStores(places: Places, parts: StoreParts, closing: Closing) {
  const { secret, rooms, ...options } = parts;
  const { onProblem } = parts;
  const { store: place, contentDir } = places;
  const { promise: refused, reject } = Promise.withResolvers<never>();
  refused.catch((problem: unknown) => onProblem(problem, 'store')); // at once: it may be rejected while the start goes on
  const contentRoom = contentDir === null ? {} : { room: rooms.at(contentDir) };
  const driver = await place.kind.load();
  const opened = await driver.open(place.url, {
    ...options,
    folder: await contentFolder(contentDir, { onProblem, ...contentRoom }),
    secretFingerprint: () => secretFingerprint(secret()),
    onBroken: reject,
    ...(place.path !== null && { room: rooms.at(dirname(place.path)) }),
  });
  const store = closing.add(opened, () => opened.close(), place.path ?? 'a store');
  const where = shownStore(place.kind, store.location);
  const isReady = await tryReady(store, (error) => onProblem(error, `${where} cannot be reached yet`));
  if (!isReady) keepTrying(store, closing).catch(reject);
  return {
    ports: store.ports,
    contentStore: await store.openContent(),
    /** Undefined if the database has no such check. */
    checkItself: store.checkItself?.bind(store),
    /** The database that cannot be reached yet, without credentials; null if there is none. */
    awaited: isReady ? null : where,
    /** Rejects, after the opening, when a store must not be used any more: it is not ours, or it failed. */
    refused,
  };
}

async function tryReady(store: OpenedStore, onUnavailable: (error: UnavailableError) => void): Promise<boolean> {
  try {
    await store.ready();
    return true;
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    onUnavailable(error);
    return false;
  }
}

/** Tries repeatedly until the database can be reached. @throws StoreRefusedError when it must not be used */
async function keepTrying(store: OpenedStore, closing: Closing): Promise<void> {
  const abort = closing.add(new AbortController(), (controller) => controller.abort());
  while (!abort.signal.aborted) {
    await systemClock.sleep(RETRY_MS, abort.signal);
    if (abort.signal.aborted || (await tryReady(store, () => {}))) return; // the first failure was reported
  }
}
