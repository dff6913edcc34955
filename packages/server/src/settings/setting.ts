import type * as v from 'valibot';

/** One setting: the single source of its name, default, form and meaning. */
export interface Setting {
  /** The environment variable. */
  readonly name: string;
  /**
   * The value when the variable is absent or empty, in the form of the variable; null if there is none or `meaning` says it.
   */
  readonly default: string | null;
  /** For --help and the reference page. */
  readonly meaning: string;
  readonly schema: v.GenericSchema<string, unknown>;
  /** True for a value that must never be shown, not even a part of it. */
  readonly secret?: true;
}

/** Returns the setting unchanged; keeps the exact types of its name, default and schema. */
export const setting = <
  const Name extends string,
  Schema extends v.GenericSchema<string, unknown>,
  Default extends string | null,
>(definition: {
  readonly name: Name;
  readonly default: Default;
  readonly meaning: string;
  readonly schema: Schema;
  readonly secret?: true;
}) => definition;
