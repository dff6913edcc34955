import type { Algorithm, DamagedError, DeletedAlgo } from '@algotheque/domain';
import type { AnyRow } from '../migrate/rows.ts';

/** Whether it is a record of an algorithm, perhaps one in the bin. */
export const isAlgo = (row: AnyRow): row is Algorithm | DeletedAlgo => 'permsAlgorithme' in row;

/**
 * The users in a backup. Of rows that are not of its moment, what belongs to users who were registered after them is left out, and so are
 * grants to them, so that no row names a user who is not there; and sessions of a later password than that of their user, which a change
 * of the password would make valid again. An algorithm that was restored after the bin was read stays in the bin.
 */
export class KnownRows {
  readonly #isOneMoment: boolean;
  /** The versions of the credentials of users, by id; of damaged ones Infinity. */
  readonly #users = new Map<number, number>();
  readonly #deleted = new Set<number>();

  /** @param isOneMoment whether the listed rows are of one moment: then users fit to them */
  constructor(isOneMoment: boolean) {
    this.#isOneMoment = isOneMoment;
  }

  /** A user who is left out because the record is damaged: what belongs to the user stays. */
  addDamaged({ id }: DamagedError): void {
    this.#users.set(Number(id), Number.POSITIVE_INFINITY);
  }

  /** A row of the bin does not go into the backup, because its content is gone. If its algorithm was restored, its record may follow. */
  leave({ id }: DeletedAlgo): void {
    this.#deleted.delete(id);
  }

  /** A listed row as it goes into the backup; null when it does not. Users must come first, and the bin before the algorithms. */
  known(row: AnyRow): AnyRow | null {
    if ('adresseMail' in row) this.#users.set(row.id, row.credentialsVersion);
    if ('dateSuppression' in row) this.#deleted.add(row.id);
    else if (isAlgo(row) && this.#deleted.has(row.id)) return null;
    return this.#isOneMoment ? row : this.#ofKnownUsers(row);
  }

  /** The same for a record that was read after the listed rows. */
  later<Row extends Algorithm | DeletedAlgo>(record: Row): Row | null {
    if (!this.#users.has(record.ownerId)) return null;
    const permsAlgorithme = record.permsAlgorithme.filter((grant) => this.#users.has(grant.idUtilisateur));
    return { ...record, permsAlgorithme };
  }

  #ofKnownUsers(row: AnyRow): AnyRow | null {
    if (isAlgo(row)) return this.later(row);
    if ('digest' in row) return row.credentialsVersion <= (this.#users.get(row.userId) ?? 0) ? row : null;
    return !('ownerId' in row) || this.#users.has(row.ownerId) ? row : null;
  }
}
