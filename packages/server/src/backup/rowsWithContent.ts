import { type Algorithm, DamagedError, type PortableKind } from '@algotheque/domain';
import { StartError } from '../startError.ts';
import { type Copying, ensure } from './copyContents.ts';
import { type AnyRow, isAlgo, type KnownRows } from './knownRows.ts';
import type { Moment } from './oneMoment.ts';

interface Reading extends Moment {
  readonly copying: Copying;
  /** What is in the backup so far. */
  readonly known: KnownRows;
}

/** How often a record is read again because its content was replaced meanwhile. */
const MOST_READS = 20;

/** The rows of a kind that go into the backup: a record of an algorithm only with its content. */
export async function* rowsWithContent(kind: PortableKind, reading: Reading): AsyncGenerator<AnyRow> {
  const { view, copying } = reading;
  const onDamaged = (damage: DamagedError): void => {
    copying.leftOut.add(damage.message);
    if (kind === 'user') reading.known.addDamaged(damage);
  };
  for await (const batch of view.rows(kind, onDamaged)) {
    for (const row of batch) {
      copying.signal.throwIfAborted();
      const known = reading.known.known(row);
      if (known === null) continue;
      const whole = isAlgo(known) ? await withContent(known, reading) : known;
      if (whole !== null) yield whole;
    }
  }
}

/** Null for a record without content. */
async function withContent(algo: Algorithm, { view, isOneMoment, copying }: Reading): Promise<Algorithm | null> {
  const { leftOut } = copying;
  let record = algo;
  for (let reads = 0; reads < MOST_READS; reads += 1) {
    if (leftOut.hasContent(record)) return null;
    const problem = await ensure(view, record, copying);
    if (problem === null) return record;
    if (isOneMoment) throw new StartError(`The store has lost the moment of the backup (${problem}): run it again`);
    const now = await readAgain(algo.id, copying);
    if (now === null) return null;
    if (now.ref === record.ref) leftOut.addContent(record, problem);
    record = now;
  }
  leftOut.add(`algorithm ${algo.id}: it changes faster than it can be copied`);
  return null;
}

/** Null when the record was deleted or is damaged. */
async function readAgain(id: number, { source, leftOut }: Copying): Promise<Algorithm | null> {
  try {
    return await source.views.present.find(id);
  } catch (error) {
    if (!(error instanceof DamagedError)) throw error;
    leftOut.add(error.message);
    return null;
  }
}
