import { appendFile } from 'node:fs/promises';
import { keepAside } from '@algotheque/adapters-fs';
import type { EmailCase, PortableKind, PortableRows, PortableStore, RowReader, SavedContent } from '@algotheque/domain';

/** What a store can be mended with; it belongs to this process alone then. */
export interface Mending {
  /** The folder whose `lost+found/` keeps what is moved or changed. */
  readonly root: string;
  /** Replaces a row, after its former values are durable in `lost+found/`. */
  replace<Kind extends PortableKind>(kind: Kind, former: PortableRows[Kind], row: PortableRows[Kind]): Promise<void>;
  /** Puts a row that is made anew, such as a counter. */
  put<Kind extends PortableKind>(kind: Kind, row: PortableRows[Kind]): Promise<void>;
}

/** What the checks of records need, of a store or of a backup. */
export interface Look {
  readonly emailCase: EmailCase;
  /** Read one after the other: a server may change a row between the reads of two others. */
  readonly portable: RowReader;
  /** The bytes of a content of a backup, by its reference; null if that is not known. Null: `content` is read. */
  readonly sizes: ((ref: string) => number | null) | null;
  readonly content: SavedContent;
  readonly known: Known;
  now(): number;
  /** Tells how many things the current check has read. @throws the reason when the look is to end */
  reach(done: number): void;
}

/** The file in `lost+found/` with the former values of rows: one line of JSON for each, `{"kind":…,"row":…}`. */
const FORMER = 'former-rows.jsonl';

/** Changes rows of a store that this process has for itself. Each run that changes rows makes one file with their former values. */
export function mendingOf(portable: PortableStore, root: string): Mending {
  let path: string | null = null;
  const keep = async (kind: PortableKind, row: unknown): Promise<void> => {
    const line = Buffer.from(`${JSON.stringify({ kind, row })}\n`);
    if (path === null) path = await keepAside(root, FORMER, line);
    else await appendFile(path, line, { flush: true });
  };
  return {
    root,
    async replace(kind, former, row) {
      await keep(kind, former);
      await portable.importRows(kind, [row]);
    },
    put: (kind, row) => portable.importRows(kind, [row]),
  };
}

type IdKind = PortableRows['lastId']['of'];

/**
 * No server has given a higher id: at a million ids a second that takes 142 years. Somebody has written it into a row or the name of a
 * file. A counter that is raised to it would leave too few ids for new records.
 */
export const HIGHEST_GIVEN = 2 ** 52;

/** What earlier checks have read and later ones compare with. */
export class Known {
  /** Users by id, those too whose record is damaged (with version null) or marked as deleted. */
  readonly users = new Map<number, { readonly credentialsVersion: number | null }>();
  readonly deletions = new Set<number>();
  readonly binned = new Set<number>();
  readonly withoutContent = new Set<number>();
  readonly #highest = new Map<IdKind, number>();

  /** An id is in use: as a key, or in a reference to the record. One that no server can have given does not count. */
  uses(kind: IdKind, id: number): void {
    if (id > (this.#highest.get(kind) ?? 0) && id <= HIGHEST_GIVEN) this.#highest.set(kind, id);
  }

  highest(kind: IdKind): number {
    return this.#highest.get(kind) ?? 0;
  }
}
