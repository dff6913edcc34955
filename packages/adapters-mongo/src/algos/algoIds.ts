import type { MongoBounds } from '../bounds.ts';
import type { Commands } from '../connection/commands.ts';
import { lastId, reserveIds } from '../documents/sequence.ts';

/**
 * Gives ids of algorithms. Reserves a block at a time, so that most ids cost no command. Every server has its own
 * blocks; the unused ids of a block are a gap when the server ends.
 */
export class AlgoIds {
  readonly #commands: Commands;
  readonly #block: number;
  #next = 1;
  /** The last id of the block that is reserved; below `#next` when none is left. */
  #last = 0;
  #reserving: Promise<void> | null = null;

  /** @param bounds `reservedIds`: by one command */
  constructor(commands: Commands, { reservedIds }: Pick<MongoBounds, 'reservedIds'>) {
    this.#commands = commands;
    this.#block = reservedIds;
  }

  async next(): Promise<number> {
    // While the caller waited for a block, others may have used it up.
    while (this.#next > this.#last) {
      this.#reserving ??= this.#reserve();
      await this.#reserving;
    }
    const id = this.#next;
    this.#next += 1;
    return id;
  }

  /** The highest id that is reserved, by any server. */
  last(): Promise<number> {
    return lastId(this.#commands, 'algo');
  }

  async #reserve(): Promise<void> {
    try {
      this.#last = await reserveIds(this.#commands, 'algo', this.#block);
      this.#next = this.#last - this.#block + 1;
    } finally {
      this.#reserving = null;
    }
  }
}
