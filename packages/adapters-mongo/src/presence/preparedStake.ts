import type { Stake } from './stake.ts';

interface Steps {
  /** Checks whether the database may be used. Writes nothing. */
  inspect(): Promise<void>;
  /** Prepares it for use. */
  claim(): Promise<void>;
}

/**
 * A stake in a database, with a check before it is taken and a preparation after. Both are done each time, because
 * the database may have been migrated, restored or emptied while the stake had lapsed. The stake is released if the
 * database turns out not to be usable.
 */
export function preparedStake(stake: Stake, { inspect, claim }: Steps): Stake {
  return {
    ...stake,
    async take() {
      await inspect();
      await stake.take();
      try {
        await claim();
      } catch (error) {
        await stake.release().catch(() => {}); // the first failure is reported; a stake that stays lapses
        throw error;
      }
    },
  };
}
