import type {
  Algorithm,
  ContentStore,
  LockedContentFolder,
  OpenedStore,
  OpenStoreOptions,
  SavedContent,
  StoreDriver,
} from '@algotheque/domain';
import { insertAlgo } from '../algos/insertAlgo.ts';
import type { Fixture } from '../runner.ts';

/** A folder of content for this test, and the files in it. */
export interface FixtureFolder {
  readonly folder: LockedContentFolder;
  readonly files: SavedContent;
}

export interface StoreDriverFixture extends Fixture<StoreDriver> {
  /** The URL of a place where no store is. */
  readonly url: string;
  /** What must be in no message and no location, such as the password of the URL; null if there is nothing. */
  readonly secret: string | null;
  /** Two folders with ids of their own, if content is in a folder; null: the store has the content. */
  readonly folders: { readonly own: FixtureFolder; readonly other: FixtureFolder } | null;
  /** Whether the database of the test keeps the moment of a view, if the view says that it is of one. */
  keepsMoments(): Promise<boolean>;
  /**
   * Changes something past the adapter that a check of the driver finds and can mend; null if no check looks at anything here. The store is
   * closed.
   */
  readonly spoil: (() => Promise<void>) | null;
}

/** Opens the store of a fixture, ready to use. Nothing stays open if it is refused. */
export async function openReady(
  { port, url, folders }: StoreDriverFixture,
  options: Partial<OpenStoreOptions> = {},
): Promise<OpenedStore> {
  const store = await port.open(url, { folder: folders?.own.folder ?? null, onNotice: () => {}, ...options });
  try {
    await store.ready();
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

const contents = new WeakMap<OpenedStore, Promise<ContentStore>>();

/** Saves an algorithm with its content, as a service does. */
export async function saveAlgo(store: OpenedStore, text: string): Promise<Algorithm> {
  const opening = contents.get(store) ?? store.openContent(); // once at most
  contents.set(store, opening);
  const content = await opening;
  const bytes = new TextEncoder().encode(text);
  const ref = await content.stage(bytes, null);
  const algo = await insertAlgo(store.ports.algos, 1, { nom: 'Sort', ref, contentBytes: bytes.length });
  await content.publish(algo.id, ref);
  await content.settled?.();
  return algo;
}
