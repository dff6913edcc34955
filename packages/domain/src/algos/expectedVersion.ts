import * as v from 'valibot';
import { invalidData } from '../errors.ts';
import { value } from '../inputs/input.ts';
import { violation } from '../inputs/violation.ts';

const versions: v.GenericSchema<'*' | readonly number[]> = v.union([v.literal('*'), v.array(v.number())]);

/** One of these versions, or any with `*`. Empty: none will do. */
export type ExpectedVersion = v.InferOutput<typeof versions>;

/**
 * Versions to compare with, in the part `name` of an input. Null is refused, not taken for "not sent": a version that got
 * lost on the way must not switch the comparison off.
 */
export const expectedVersion = (name: string) =>
  value(v.optional(versions), () => invalidData(violation(`/${name}`, 'type')));
