import { DamagedError, type PortableKind, type PortableRows } from '@algotheque/domain';
import type { Look } from '../look.ts';

const PLACES = {
  user: 'user',
  session: 'session',
  algo: 'algorithm',
  folder: 'folders of user',
  deleted: 'deleted algorithm',
  former: 'history',
} as const;

/** How findings name a record. A session is named by the beginning of its digest. */
export const placeOf = (kind: keyof typeof PLACES, key: number | string): string =>
  `${PLACES[kind]} ${typeof key === 'string' ? key.slice(0, 8) : key}`;

/** A row, or the damage of one. */
export type Read<Kind extends PortableKind> =
  | { readonly row: PortableRows[Kind]; readonly damage: null }
  | { readonly row: null; readonly damage: DamagedError };

/** All rows of a kind and all damaged ones. */
export async function* readRows<Kind extends PortableKind>(look: Look, kind: Kind): AsyncGenerator<Read<Kind>> {
  const damaged: DamagedError[] = [];
  let done = 0;
  for await (const batch of look.portable.exportRows(kind, (damage) => void damaged.push(damage))) {
    for (const damage of damaged.splice(0)) yield { row: null, damage };
    for (const row of batch) yield { row, damage: null };
    done += batch.length;
    look.reach(done);
  }
  for (const damage of damaged) yield { row: null, damage };
}

/** What a read resolves to, or this value for a damaged record: its own check reports it. */
export async function unlessDamaged<Value, Other>(reading: Promise<Value>, damaged: Other): Promise<Value | Other> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof DamagedError) return damaged;
    throw error;
  }
}
