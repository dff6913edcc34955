import type * as v from 'valibot';

/** One setting: the single source of its name, default, form and meaning. */
export interface Setting {
  /** The environment variable. */
  readonly name: string;
  /**
   * The value when the variable is absent or empty, in the form of the variable; null: none, or as `meaning` says.
   */
  readonly default: string | null;
  /** For --help and the reference page. */
  readonly meaning: string;
  readonly schema: v.GenericSchema<string, unknown>;
  /** Never shown, not even in part. */
  readonly secret?: true;
}

/** A setting as it stands, typed by its own default and schema. */
export const setting = <Schema extends v.GenericSchema<string, unknown>, Default extends string | null>(definition: {
  readonly name: string;
  readonly default: Default;
  readonly meaning: string;
  readonly schema: Schema;
  readonly secret?: true;
}) => definition;
