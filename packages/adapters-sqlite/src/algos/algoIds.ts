import { DamagedError } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import type { Row } from '../connection/rowReader.ts';
import type { Statement } from '../connection/statement.ts';

/** Ids of algorithms that one commit reserves. */
const RESERVED_IDS = 32;

/** Gives ids of algorithms. Reserves a block at a time, so that most ids cost no commit. */
export class AlgoIds {
  readonly #connection: Connection;
  readonly #reserve: Statement;
  readonly #giveBack: Statement;
  readonly #reserved: Statement;
  #next = 1;
  /** The last id of the block that is reserved; below `#next` when none is left. */
  #last = 0;
  /** The number of the opening of the file in which the block was reserved. */
  #opening = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
    // The records are read too, so that an edited counter cannot give an id twice.
    this.#reserve = connection.prepare(`
      UPDATE algoIds SET last = ${RESERVED_IDS}
        + max(last, (SELECT coalesce(max(id), 0) FROM algos), (SELECT coalesce(max(id), 0) FROM bin)) RETURNING last`);
    this.#reserved = connection.prepare('SELECT last FROM algoIds WHERE id = 1');
    this.#giveBack = connection.prepare('UPDATE algoIds SET last = :given WHERE last = :reserved');
  }

  next(): number {
    if (!this.#hasBlock()) this.#reserveBlock();
    const id = this.#next;
    this.#next += 1;
    return id;
  }

  /** The highest id that is reserved, by any process. */
  last(): number {
    return lastOf(this.#connection.read(() => this.#reserved.get()));
  }

  /** Returns the unused ids of the block, unless another process has reserved one after it: then they are a gap. */
  release(): void {
    if (!this.#hasBlock()) return;
    const values = { given: this.#next - 1, reserved: this.#last };
    this.#connection.writeUnsynced(() => this.#giveBack.run(values));
    this.#last = values.given;
  }

  /** After a failed commit the file may not have the block: then its unused ids are a gap. */
  #hasBlock(): boolean {
    return this.#next <= this.#last && this.#opening === this.#connection.openings;
  }

  #reserveBlock(): void {
    // A record that is durable makes its id durable too.
    const last = this.#connection.writeUnsynced(() => lastOf(this.#reserve.get()), 'growth');
    this.#last = last;
    this.#next = last - RESERVED_IDS + 1;
    this.#opening = this.#connection.openings;
  }
}

/** @throws DamagedError for an id that no number holds exactly; nothing is reserved then */
function lastOf(row: Row | undefined): number {
  const last = row?.['last'];
  if (typeof last !== 'number') throw new DamagedError({ place: 'algoIds', id: 1, field: 'last' });
  return last;
}
