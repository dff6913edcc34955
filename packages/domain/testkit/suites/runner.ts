/** The runner's functions that a suite needs; vitest's, jest's and node:test's fit as they are. */
export interface Runner {
  describe(name: string, body: () => void): unknown;
  it(name: string, body: () => Promise<void>): unknown;
}

/** What a fixture may offer beyond the port itself. */
export type Capability = 'dump' | 'reopen' | 'another' | 'cut';

/** A fresh, isolated instance of what a suite tests, made for one test. */
export interface Fixture<Port> {
  readonly port: Port;
  /**
   * Everything that the store holds, as text with numbers in decimal digits and strings as they are, read past the
   * adapter: the suite proves by it what was written and what was not.
   */
  dump?(): Promise<string>;
  /** Closes the port and opens it again on the same data, as after a restart. */
  reopen?(): Promise<Port>;
  /** Opens one more instance on the same data, as a second process has it. */
  another?(): Promise<Port>;
  /** From here on the store cannot be reached. */
  cut?(): Promise<void>;
  /** Why the fixture does not offer what it leaves out, one reason a capability: what is left out without a reason fails. */
  readonly lacks?: { readonly [Name in Capability]?: string };
  /** Gives back what the fixture took, what `reopen` and `another` opened too. */
  close?(): Promise<void>;
}

/** Makes a fixture: another one each time. */
export type OpenFixture<Port, Of extends Fixture<Port> = Fixture<Port>> = () => Promise<Of>;
