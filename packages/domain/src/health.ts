/** What every store has beside its own methods. */
export interface Health {
  /** What the port stands on, such as a connection: of ports that name the same one only one is asked. Default: the port. */
  readonly medium?: object;
  /**
   * Resolves when the store can serve now: it can be read, and takes what a write needs. What costs a write is tried
   * once a second at most, however often this is asked.
   * @throws UnavailableError when it cannot.
   */
  health(): Promise<void>;
}
