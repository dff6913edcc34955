/** What every store has beside its own methods. */
export interface Health {
  /**
   * Resolves when the store can serve now, with one cheap round trip to whatever it stands on.
   * @throws UnavailableError when it cannot.
   */
  health(): Promise<void>;
}
