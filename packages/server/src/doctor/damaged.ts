import { DamagedError, damagedRecord, type PortableKind, type PortableRows } from '@algotheque/domain';
import type { Finding } from './codes.ts';
import type { Look } from './look.ts';

const PLACES = {
  user: 'user',
  session: 'session',
  algo: 'algorithm',
  folder: 'folders of user',
  deleted: 'deleted algorithm',
  former: 'history',
} as const;

/** How findings name a record. A session is named by the beginning of its digest. */
export const recordName = (kind: keyof typeof PLACES, key: number | string): string =>
  `${PLACES[kind]} ${typeof key === 'string' ? key.slice(0, 8) : key}`;

interface OfRows<Kind extends PortableKind> {
  readonly of: (row: PortableRows[Kind]) => Iterable<Finding> | AsyncIterable<Finding>;
  /** Gets the id of each damaged row of a kind that has one. */
  readonly onDamaged?: (id: number) => void;
}

/** Whose id is the key of a row: it is in use, also where the row is damaged. */
const IDS: Readonly<Partial<Record<PortableKind, 'user' | 'algo'>>> = {
  user: 'user',
  deletion: 'user',
  folder: 'user',
  algo: 'algo',
  deleted: 'algo',
};

/** The findings in all rows of a kind. Each damaged row is one. */
export async function* findingsIn<Kind extends PortableKind>(
  look: Look,
  kind: Kind,
  { of, onDamaged = () => {} }: OfRows<Kind>,
): AsyncGenerator<Finding> {
  const damaged: DamagedError[] = [];
  const findingOf = (damage: DamagedError): Finding => {
    const [idOf, id] = [IDS[kind], Number(damage.id)];
    if (idOf !== undefined && Number.isSafeInteger(id) && id >= 1) {
      look.known.uses(idOf, id);
      onDamaged(id);
    }
    return damagedRecord(damage);
  };
  let done = 0;
  for await (const batch of look.portable.exportRows(kind, (damage) => void damaged.push(damage))) {
    yield* damaged.splice(0).map(findingOf);
    for (const row of batch) yield* of(row);
    done += batch.length;
    look.reach(done);
  }
  yield* damaged.map(findingOf);
}

/** Whether a record states another size than its content has, where that is known without reading it; 0: the record says nothing. */
export function* sizeFinding(
  { sizes }: Look,
  kind: 'algo' | 'deleted',
  { id, ref, contentBytes }: PortableRows['algo'],
): Generator<Finding> {
  const size = sizes?.(ref) ?? contentBytes;
  if (contentBytes !== 0 && size !== contentBytes)
    yield { code: 'content-size', place: `${recordName(kind, id)}: ${ref}`, detail: `It has ${size} bytes` };
}

/** What a read resolves to, or this value for a damaged record: its own check reports it. */
export async function orIfDamaged<Value, Other>(reading: Promise<Value>, damaged: Other): Promise<Value | Other> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof DamagedError) return damaged;
    throw error;
  }
}
