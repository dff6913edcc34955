import { dirname } from 'node:path';
import { secretFingerprint } from '@algotheque/adapters-crypto';
import {
  type ContentStore,
  type EmailCase,
  type OnNotice,
  type OnProblem,
  type OpenedStore,
  systemClock,
  UnavailableError,
} from '@algotheque/domain';
import type { Closing } from '../closing.ts';
import { type Places, shownStore } from '../places.ts';
import { contentFolder } from './contentFolder.ts';
import type { DiskRooms } from './diskRooms.ts';

const RETRY_MS = 1_000;

export interface Stores extends Pick<OpenedStore, 'ports'> {
  /** Undefined if the database has no such check. */
  readonly checkItself: OpenedStore['checkItself'] | undefined;
  readonly contentStore: ContentStore;
  /** Where the unavailable database is, without credentials; null when it can be reached. */
  readonly awaited: string | null;
  /** Rejects when a database must not be used after all, because it was unavailable at first or it failed. */
  readonly refused: Promise<never>;
}

export interface StoreParts {
  readonly secret: () => Uint8Array;
  readonly onProblem: OnProblem;
  /** Gets one line when the schema was upgraded. Default: `console.error`. */
  readonly onNotice?: OnNotice;
  readonly rooms: DiskRooms;
  /** How e-mail addresses are compared from now on. Default: as the store did before. */
  readonly emailCase?: EmailCase;
  readonly onCommit?: ((writes: number) => void) | undefined;
}

/**
 * Opens records and content where the places say. If the database cannot be reached, the server starts anyway and answers 503 until it can.
 * A database that must not be used is refused at once, or as soon as this is known.
 * @throws ContentMismatchError when the content in a folder is not that of the records
 */
export async function openStores(places: Places, parts: StoreParts, closing: Closing): Promise<Stores> {
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
    checkItself: store.checkItself?.bind(store),
    awaited: isReady ? null : where,
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
