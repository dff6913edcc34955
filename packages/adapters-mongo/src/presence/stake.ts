/** A claim to use the database. Others see it, and it lapses if it is not renewed. */
export interface Stake {
  /** Takes the stake, also after it lapsed. @throws StoreLockedError when another process holds the database */
  take(): Promise<void>;
  /** Prolongs it before it lapses: until then no other process can have taken the database. */
  renew(): Promise<void>;
  /** Releases it. */
  release(): Promise<void>;
}
