import type { PortableRows, PortableStore } from '../../src/index.ts';
import type { MemoryData } from '../../testkit/memory/index.ts';

/** The records of a store, past the service. */
export interface HeldRecords {
  readonly users: readonly PortableRows['user'][];
  readonly algos: readonly PortableRows['algo'][];
  readonly sessions: readonly PortableRows['session'][];
  readonly folders: readonly PortableRows['folder'][];
  readonly bin: readonly PortableRows['deleted'][];
  readonly history: readonly PortableRows['former'][];
  readonly deletions: readonly PortableRows['deletion'][];
}

/** The content of algorithms, past the service. */
export interface HeldContents {
  /** By the id of the algorithm, of records and of the bin. */
  readonly published: ReadonlyMap<number, { readonly ref: string; readonly content: Uint8Array }>;
  /** The references of the contents of former versions. */
  readonly formers: readonly string[];
  /** The names of everything else: staged content, marks, parts of files. */
  readonly unfinished: readonly string[];
}

/** All data in the stores of a service. */
export interface Held extends HeldRecords, HeldContents {}

/** The content of a store in memory, for a test. */
export interface ContentsView extends Pick<HeldContents, 'published'> {
  readonly formers: ReadonlyMap<string, { readonly content: Uint8Array }>;
  readonly staged: ReadonlyMap<string, { readonly content: Uint8Array }>;
}

export function heldInMemory({ data, contents }: { readonly data: MemoryData; readonly contents: ContentsView }): Held {
  return {
    users: [...data.users.values()].map(({ user, deleted }) => ({ ...user, deleted })),
    algos: [...data.algos.values()],
    sessions: [...data.sessions.values()],
    folders: [...data.folders.values()],
    bin: [...data.bin.values()],
    history: [...data.history.values()],
    deletions: [...data.deletions].map(([userId, date]) => ({ userId, date })),
    published: contents.published,
    formers: [...contents.formers.keys()],
    unfinished: [...contents.staged.keys()].map((ref) => `staged ${ref}`),
  };
}

/** The records as the store reads them for a copy. */
export async function recordsIn(store: PortableStore): Promise<HeldRecords> {
  const all = async <Kind extends keyof PortableRows>(kind: Kind): Promise<readonly PortableRows[Kind][]> => {
    const rows: PortableRows[Kind][] = [];
    for await (const batch of store.exportRows(kind)) rows.push(...batch);
    return rows;
  };
  return {
    users: await all('user'),
    algos: await all('algo'),
    sessions: await all('session'),
    folders: await all('folder'),
    bin: await all('deleted'),
    history: await all('former'),
    deletions: await all('deletion'),
  };
}
