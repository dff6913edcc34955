import type { Stake } from './stake.ts';

interface Steps {
  /** Looks whether the database may be used. Writes nothing. */
  inspect(): Promise<void>;
  /** Makes it ready for use. */
  claim(): Promise<void>;
}

/**
 * A stake in a database that is looked at before and made ready after: each time that it is taken, for while it had
 * lapsed the database may have been migrated, restored or emptied. It is given back where the database turns out not to
 * be usable.
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
        await stake.release().catch(() => {}); // what failed first says why; a stake that stays lapses
        throw error;
      }
    },
  };
}
