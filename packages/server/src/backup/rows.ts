import {
  type Algorithm,
  DamagedError,
  type DeletedAlgo,
  type DeletionEntry,
  type FormerAlgo,
  type PortableKind,
  type PortableRows,
  type RowReader,
} from '@algotheque/domain';
import type { AnyRow } from '../migrate/rows.ts';
import { StartError } from '../startError.ts';
import { type Copying, ensure, formerName } from './contents.ts';
import { isAlgo, KnownRows } from './knownRows.ts';
import type { ViewOfMoment } from './oneMoment.ts';

/** How often a record is read again because its content was replaced meanwhile. */
const MOST_READS = 20;

/**
 * The rows of a view that go into the backup, each written as it is read: an algorithm only with its content. Damaged rows are left out.
 * All kinds have to be read once in the order of a backup. The deletions are read first too, because other rows depend on them.
 */
export class WrittenRows implements RowReader {
  readonly #moment: ViewOfMoment;
  readonly #copying: Copying;
  readonly #known: KnownRows;
  readonly #deletions = new Map<number, DeletionEntry>();

  constructor(moment: ViewOfMoment, copying: Copying) {
    this.#moment = moment;
    this.#copying = copying;
    this.#known = new KnownRows(moment);
  }

  countRows(kind: PortableKind): Promise<number> {
    return this.#moment.view.countRows(kind);
  }

  async *exportRows<Kind extends PortableKind>(kind: Kind): AsyncGenerator<readonly PortableRows[Kind][]> {
    if (kind === 'deletion') {
      await this.#readDeletions(() => {}); // they are read again
      yield [...this.#deletions.values()] as readonly AnyRow[] as readonly PortableRows[Kind][]; // rows of this kind
      return;
    }
    if (kind === 'lastId') await this.#writeDeletions();
    const { view } = this.#moment;
    const { leftOut, signal } = this.#copying;
    const onDamaged = (damage: DamagedError): void => {
      leftOut.add(damage.message);
      if (kind === 'user') this.#known.addDamaged(damage);
    };
    for await (const batch of view.exportRows(kind, onDamaged)) {
      const rows: PortableRows[Kind][] = [];
      for (const row of batch) {
        signal.throwIfAborted();
        const whole = await this.#whole(row);
        if (whole === null) continue;
        await this.#copying.writer.row(kind, whole);
        rows.push(whole as PortableRows[Kind]); // a row of its kind stays one
      }
      yield rows;
    }
  }

  /**
   * Those that have begun since the first look are added, and those that have ended since stay, because rows before them may be marked by
   * them.
   */
  async #writeDeletions(): Promise<void> {
    const { leftOut, writer } = this.#copying;
    await this.#readDeletions((damage) => leftOut.add(damage.message));
    const all = [...this.#deletions.values()].sort((one, other) => one.userId - other.userId);
    for (const entry of all) await writer.row('deletion', entry);
  }

  async #readDeletions(onDamaged: (damage: DamagedError) => void): Promise<void> {
    for await (const batch of this.#moment.view.exportRows('deletion', onDamaged))
      for (const entry of batch) this.#deletions.set(entry.userId, entry);
  }

  /** The row as it goes into the backup, with its content if it has one; null if it does not. */
  async #whole(row: AnyRow): Promise<AnyRow | null> {
    const known = this.#known.known(row);
    if (known === null || !('ref' in known)) return known;
    if (!isAlgo(known)) return this.#former(known);
    const whole = await this.#withContent(known);
    if (whole === null && 'dateSuppression' in known) this.#known.leave(known);
    return whole;
  }

  async #former(former: FormerAlgo): Promise<FormerAlgo | null> {
    if (this.#copying.leftOut.hasContent(former)) return null;
    const problem = await ensure(this.#moment.view, former, this.#copying);
    if (problem === null) return former;
    if ((await this.#copying.source.views.present.findFormer(former.ref)) === null) return null; // removed meanwhile
    this.#copying.leftOut.add(`${formerName(former)}: ${problem}`);
    return null;
  }

  async #withContent(algo: Algorithm | DeletedAlgo): Promise<Algorithm | DeletedAlgo | null> {
    const { leftOut } = this.#copying;
    let record = algo;
    for (let reads = 0; reads < MOST_READS; reads += 1) {
      if (leftOut.hasContent(record)) return null;
      const problem = await ensure(this.#moment.view, record, this.#copying);
      if (problem === null) return record;
      if (this.#moment.isOneMoment)
        throw new StartError(`The store has lost the moment of the backup (${problem}): run it again`);
      const now = await this.#readAgain(algo);
      if (now === null) return null;
      if (now.ref === record.ref) leftOut.addContent(record, `algorithm ${record.id}: ${problem}`);
      record = now;
    }
    leftOut.add(`algorithm ${algo.id}: it changes faster than it can be copied`);
    return null;
  }

  /** Null when it was deleted or restored meanwhile, or is damaged. */
  async #readAgain(listed: Algorithm | DeletedAlgo): Promise<Algorithm | DeletedAlgo | null> {
    const { source, leftOut } = this.#copying;
    try {
      const found = await source.views.present.find(listed.id);
      return found !== null && isDeleted(found) === isDeleted(listed) ? found : null;
    } catch (error) {
      if (!(error instanceof DamagedError)) throw error;
      leftOut.add(error.message);
      return null;
    }
  }
}

const isDeleted = (algo: Algorithm | DeletedAlgo): boolean => 'dateSuppression' in algo;
