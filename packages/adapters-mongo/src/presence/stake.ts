/** A claim to use the database that others see and that lapses by itself. */
export interface Stake {
  /** Makes it, or makes it again after it lapsed. @throws StoreLockedError when it is another's turn */
  take(): Promise<void>;
  /** Prolongs it before it lapses: until then nobody else can have taken the database. */
  renew(): Promise<void>;
  /** Gives it back. */
  release(): Promise<void>;
}
