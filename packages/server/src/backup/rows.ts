import {
  type Algorithm,
  DamagedError,
  type DeletedAlgo,
  type DeletionEntry,
  type FormerAlgo,
  type PortableKind,
  type PortableRows,
  type RowReader,
  type StoreView,
} from '@algotheque/domain';
import type { AnyRow } from '../migrate/rows.ts';
import { type Copying, ensure, formerName } from './contents.ts';
import { isAlgo, KnownRows } from './knownRows.ts';

/** How often a record is read again because its content was replaced meanwhile. */
const MOST_READS = 20;

/**
 * The rows of a view that go into the backup, each written as it is read: an algorithm only with its content. Damaged rows are left out.
 * A record whose content was replaced meanwhile is written as it is now. All kinds have to be read once in the order of a backup. The
 * deletions are read first too, because other rows depend on them.
 */
export class WrittenRows implements RowReader {
  readonly #view: StoreView;
  readonly #copying: Copying;
  readonly #known: KnownRows;
  readonly #deletions = new Map<number, DeletionEntry>();
  #isOneMoment: boolean;

  constructor(view: StoreView, copying: Copying) {
    this.#view = view;
    this.#copying = copying;
    this.#isOneMoment = copying.source.views.isOneMoment;
    this.#known = new KnownRows(this.#isOneMoment);
  }

  /** Whether all rows that were written are those of the moment of the view. */
  get isOneMoment(): boolean {
    return this.#isOneMoment;
  }

  countRows(kind: PortableKind): Promise<number> {
    return this.#view.countRows(kind);
  }

  async *exportRows<Kind extends PortableKind>(kind: Kind): AsyncGenerator<readonly PortableRows[Kind][]> {
    if (kind === 'deletion') {
      await this.#readDeletions(() => {}); // they are read again
      yield [...this.#deletions.values()] as readonly AnyRow[] as readonly PortableRows[Kind][]; // rows of this kind
      return;
    }
    if (kind === 'lastId') await this.#writeDeletions();
    const { leftOut, signal } = this.#copying;
    const onDamaged = (damage: DamagedError): void => {
      leftOut.add(damage.message);
      if (kind === 'user') this.#known.addDamaged(damage);
    };
    for await (const batch of this.#view.exportRows(kind, onDamaged)) {
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
    for await (const batch of this.#view.exportRows('deletion', onDamaged))
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
    const { leftOut, source } = this.#copying;
    if (leftOut.hasContent(former)) return null;
    const problem = await ensure(this.#view, former, this.#copying);
    if (problem === null) return former;
    if ((await source.views.present.findFormer(former.ref)) === null)
      this.#isOneMoment = false; // removed meanwhile
    else leftOut.add(`${formerName(former)}: ${problem}`);
    return null;
  }

  /**
   * The record with its content, which is written. A server replaces or moves content only after the commit of a record that says so: if
   * the record is still the same, its content is damaged. One that was moved and moved back has another version.
   */
  async #withContent(listed: Kept): Promise<Kept | null> {
    const { leftOut, source } = this.#copying;
    const { present } = source.views;
    let [record, view] = [listed, this.#view];
    for (let reads = 0; reads < MOST_READS; reads += 1) {
      if (leftOut.hasContent(record)) return null;
      const problem = await ensure(view, record, this.#copying);
      if (problem === null) return record.ref === listed.ref ? listed : this.#later(listed, record);
      const now = await this.#readAgain(listed.id);
      if (now === null) return null;
      if (isSame(now, record)) leftOut.addContent(record, `algorithm ${record.id}: ${problem}`);
      [record, view] = [now, present];
    }
    leftOut.add(`algorithm ${listed.id}: it changes faster than it can be copied`);
    return null;
  }

  /** Null when it was removed for good meanwhile, or is damaged. */
  async #readAgain(id: number): Promise<Kept | null> {
    const { source, leftOut } = this.#copying;
    try {
      const found = await source.views.present.find(id);
      if (found === null) this.#isOneMoment = false;
      return found;
    } catch (error) {
      if (!(error instanceof DamagedError)) throw error;
      leftOut.add(error.message);
      return null;
    }
  }

  /**
   * A record that was read again, in the place where it was listed, because the rows of the other place may not have it. Null when it is
   * left out: rows of no one moment that were read after the bin have what was restored.
   */
  #later(listed: Kept, now: Kept): Kept | null {
    if (isDeleted(listed) && !isDeleted(now) && !this.#copying.source.views.isOneMoment) return null;
    this.#isOneMoment = false;
    const { dateSuppression, ...record }: Algorithm & Partial<DeletedAlgo> = now;
    if (!isDeleted(listed)) return this.#known.later(record);
    return this.#known.later({ ...record, waiting: [], dateSuppression: dateSuppression ?? listed.dateSuppression });
  }
}

type Kept = Algorithm | DeletedAlgo;

const isSame = (one: Kept, other: Kept): boolean =>
  one.version === other.version && one.ref === other.ref && isDeleted(one) === isDeleted(other);

const isDeleted = (algo: Kept): algo is DeletedAlgo => 'dateSuppression' in algo;
