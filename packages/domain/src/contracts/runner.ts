/** The runner's functions that a suite needs; vitest's, jest's and node:test's fit as they are. */
export interface Runner {
  describe(name: string, body: () => void): unknown;
  it(name: string, body: () => Promise<void>): unknown;
}

/** A fresh, isolated instance of what a suite tests, made for one test. */
export interface Fixture<Port> {
  readonly port: Port;
  /**
   * Everything that the store holds, as text, read past the adapter: the suite proves by it what was written and what
   * was not. Leave it out where there is nothing to read.
   */
  dump?(): Promise<string>;
  /** Closes the port and opens it again on the same data, as after a restart. Leave it out where nothing outlives the port. */
  reopen?(): Promise<Port>;
  /** Gives back what the fixture took. */
  close?(): Promise<void>;
}

/** Makes a fixture. Called once a test. */
export type OpenFixture<Port> = () => Promise<Fixture<Port>>;
