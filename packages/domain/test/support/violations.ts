import { type FurtherRule, fields } from '../../src/input.ts';
import { DomainError, Responses, type Violation } from '../../src/responses.ts';

const isList = (data: unknown): data is readonly Violation[] => Array.isArray(data);

/** The result for an input: `[]` when it is accepted, `['missing']`, or its violations as `path rule`. */
export function refusals(schema: Parameters<typeof fields>[0], input: unknown, further?: FurtherRule): string[] {
  try {
    fields(schema).read(input, further);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === Responses.General.Missing_data) return ['missing'];
    if (error.code !== Responses.General.Invalid_data || !isList(error.data)) throw error;
    return error.data.map(({ path, rule }) => `${path} ${rule}`);
  }
}
