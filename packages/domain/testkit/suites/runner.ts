import type { DamagedRecord, Due, Folder, Grant, WaitingShare } from '@algotheque/domain';

/** Adds a test to a runner. */
type AddCase = (name: string, body: () => Promise<void>) => unknown;

/** The runner's functions that a suite needs; those of vitest, jest, mocha and node:test fit as they are. */
export interface Runner {
  describe(name: string, body: () => void): unknown;
  /** With `skip`, a test that is left out is shown as skipped. Without it, such a test passes, and its name says so. */
  readonly it: AddCase & { readonly skip?: AddCase };
}

/** A part of a fixture that may be left out, with a reason in `lacks`. */
export type Capability = 'dump' | 'reopen' | 'another' | 'cut' | 'damage' | 'breakSink';

/** A reason for each part that the fixtures of a suite leave out. The names of tests show it. */
export type Lacks = { readonly [Name in Capability]?: string };

/** A value of the right type that no version of the program has written: the value of a column, or a list. */
export type ImpossibleValue =
  | string
  | number
  | readonly Grant[]
  | readonly Due[]
  | readonly Folder[]
  | readonly WaitingShare[];

/** A fresh, isolated instance of what a suite tests, made for one test. */
export interface Fixture<Port> {
  readonly port: Port;
  /**
   * Everything that the store holds, as text, read past the adapter, with strings and UTF-8 content as they are. The suite
   * asks for no other form: names and types of fields are the store's own.
   */
  dump?(): Promise<string>;
  /** Closes the port and opens it again on the same data, as after a restart. */
  reopen?(): Promise<Port>;
  /** Opens one more instance on the same data, as a second process has it. */
  another?(): Promise<Port>;
  /** From here on the store cannot be reached. */
  cut?(): Promise<void>;
  /**
   * Damages a record, past the adapter, for example by a value of a wrong type or by cutting it short. `key` is an id, a digest,
   * or the reference of content. The fields that a list selects and sorts by stay unchanged. `field` is the field to damage;
   * without it, any field. `value` is the new value of that field, of the field's type; the store must not refuse it. Without
   * `value`, any impossible value. A field within another one has its path, such as `emailChange.version`. Resolves to what the
   * DamagedError must name.
   */
  damage?(key: string | number, field?: string, value?: ImpossibleValue): Promise<DamagedRecord>;
  /** Closes everything that the fixture opened, by `reopen` and `another` too. */
  close?(): Promise<void>;
}

/** Makes a new fixture for a test. */
export type OpenFixture<Port, Of extends Fixture<Port> = Fixture<Port>> = () => Promise<Of>;
