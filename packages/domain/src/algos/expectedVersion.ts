import * as v from 'valibot';
import { invalidData } from '../errors.ts';
import { value } from '../inputs/input.ts';
import { violation } from '../inputs/violation.ts';

const versions: v.GenericSchema<'*' | readonly number[]> = v.union([v.literal('*'), v.array(v.number())]);

/** One of these versions, or `*` for any. An empty list matches none. */
export type ExpectedVersion = v.InferOutput<typeof versions>;

/**
 * Versions to compare with, in the part `name` of an input. Null is refused and does not count as "not sent": a
 * version that was lost on the way must not switch the comparison off.
 */
export const expectedVersion = (name: string) =>
  value(v.optional(versions), () => invalidData(violation(`/${name}`, 'type')));

export const isExpected = (version: number, expected: ExpectedVersion | undefined): boolean =>
  expected === undefined || expected === '*' || expected.includes(version);
