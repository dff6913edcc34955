/** What every store has beside its own methods. */
export interface Health {
  /**
   * What the port stands on, such as a connection. Of ports with the same medium only one is asked. Default: the
   * port itself.
   */
  readonly medium?: object;
  /**
   * Resolves when the store can serve now: reads work, and writes of every kind can be made. A check that costs a write runs at
   * most once a second, however often this is called.
   * @throws UnavailableError when it cannot.
   */
  health(): Promise<void>;
}
