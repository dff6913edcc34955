import type { Commands } from '../connection/commands.ts';
import { lastId, reserveIds } from '../documents/sequence.ts';

/** Ids of algorithms that one command reserves. */
const RESERVED_IDS = 32;

/**
 * Gives ids of algorithms. Reserves a block at a time, so that most ids cost no command. Every server has its own
 * blocks; the unused ids of a block are a gap when the server ends.
 */
export class AlgoIds {
  readonly #commands: Commands;
  #next = 1;
  /** The last id of the block that is reserved; below `#next` when none is left. */
  #last = 0;
  #reserving: Promise<void> | null = null;

  constructor(commands: Commands) {
    this.#commands = commands;
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
      this.#last = await reserveIds(this.#commands, 'algo', RESERVED_IDS);
      this.#next = this.#last - RESERVED_IDS + 1;
    } finally {
      this.#reserving = null;
    }
  }
}
