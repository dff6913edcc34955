import { type Algorithm, DamagedError, type DeletedAlgo, type PortableKind } from '@algotheque/domain';
import { StartError } from '../startError.ts';
import { type Copying, ensure } from './copyContents.ts';
import { type AnyRow, isAlgo, type KnownRows } from './knownRows.ts';
import type { Moment } from './oneMoment.ts';

interface Reading extends Moment {
  readonly copying: Copying;
  /** What is in the backup so far. */
  readonly known: KnownRows;
}

const isDeleted = (algo: Algorithm | DeletedAlgo): boolean => 'dateSuppression' in algo;

/** How often a record is read again because its content was replaced meanwhile. */
const MOST_READS = 20;

/** The rows of a kind that go into the backup: an algorithm only with its content. */
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
      else if ('dateSuppression' in known) reading.known.leave(known);
    }
  }
}

/** Null for an algorithm without content. */
async function withContent(
  algo: Algorithm | DeletedAlgo,
  { view, isOneMoment, copying }: Reading,
): Promise<Algorithm | DeletedAlgo | null> {
  const { leftOut } = copying;
  let record = algo;
  for (let reads = 0; reads < MOST_READS; reads += 1) {
    if (leftOut.hasContent(record)) return null;
    const problem = await ensure(view, record, copying);
    if (problem === null) return record;
    if (isOneMoment) throw new StartError(`The store has lost the moment of the backup (${problem}): run it again`);
    const now = await readAgain(algo, copying);
    if (now === null) return null;
    if (now.ref === record.ref) leftOut.addContent(record, problem);
    record = now;
  }
  leftOut.add(`algorithm ${algo.id}: it changes faster than it can be copied`);
  return null;
}

/** Null when it was deleted or restored meanwhile, or is damaged. */
async function readAgain(
  listed: Algorithm | DeletedAlgo,
  { source, leftOut }: Copying,
): Promise<Algorithm | DeletedAlgo | null> {
  try {
    const found = await source.views.present.find(listed.id);
    return found !== null && isDeleted(found) === isDeleted(listed) ? found : null;
  } catch (error) {
    if (!(error instanceof DamagedError)) throw error;
    leftOut.add(error.message);
    return null;
  }
}
