import * as v from 'valibot';
import { invalidData } from '../errors.ts';
import { violation } from '../inputs/parseInput.ts';
import type { ExpectedVersion } from './algoAccess.ts';

const schema = v.optional(v.union([v.literal('*'), v.array(v.number())]));

/**
 * Null is refused, not taken for "not sent": a version that got lost on the way must not switch the comparison off.
 * @throws DomainError General.Invalid_data when it is neither `*`, nor a list of numbers, nor undefined
 */
export function parseExpectedVersion(value: unknown, path: string): ExpectedVersion | undefined {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  throw invalidData(violation(path, 'type'));
}
