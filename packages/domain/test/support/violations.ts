import type * as v from 'valibot';
import { DomainError, type Violation } from '../../src/errors.ts';
import { parseInput } from '../../src/inputs/parseInput.ts';
import { Responses } from '../../src/responses.ts';

type Fields = Parameters<typeof parseInput>[2];

const isList = (data: unknown): data is readonly Violation[] => Array.isArray(data);

/** What an input is answered: `[]` when it passes, `['missing']`, or its violations as `path rule`. */
export function refusals(
  schema: v.GenericSchema & { readonly entries: object },
  input: unknown,
  fields: Fields = {},
): string[] {
  try {
    parseInput(schema, input, fields);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === Responses.General.Missing_data) return ['missing'];
    if (error.code !== Responses.General.Invalid_data || !isList(error.data)) throw error;
    return error.data.map(({ path, rule }) => `${path} ${rule}`);
  }
}
