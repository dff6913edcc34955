import { Closing } from '../../../src/closing.ts';
import { ROW_KINDS } from '../../../src/migrate/rows.ts';
import { openSource, type ReadSide } from '../../../src/migrate/sides.ts';
import type { SidePlace } from '../../../src/places.ts';

export type Snapshot = Readonly<Record<string, readonly unknown[]>>;

/** All data of a store, contents as text, without references, which differ in each store. */
export async function snapshotOf(place: SidePlace): Promise<Snapshot> {
  const closing = new Closing();
  try {
    return await read(await openSource(place, closing, fail));
  } finally {
    await closing.close();
  }
}

async function read(side: ReadSide): Promise<Snapshot> {
  const all: Record<string, unknown[]> = {};
  for (const kind of ROW_KINDS) {
    const rows: unknown[] = [];
    for await (const batch of side.rows.exportRows(kind)) {
      for (const row of batch) rows.push('ref' in row && !('content' in row) ? await withContent(side, row) : row);
    }
    all[kind] = rows;
  }
  return all;
}

async function withContent(side: ReadSide, { ref, ...row }: { readonly id: number; readonly ref: string }) {
  const content = await side.contents.read(row.id, ref);
  return { ...row, content: content === null ? null : Buffer.from(content).toString() };
}

function fail(problem: unknown): never {
  throw problem;
}
