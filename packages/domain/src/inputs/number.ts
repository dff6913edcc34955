import * as v from 'valibot';
import type { Rule } from '../errors.ts';

const type: Rule = 'type';

/** A field that the specification calls a number: any finite one. */
export const numeric = v.pipe(v.number(type), v.finite(type));

/** An id: a positive integer that a double holds exactly. */
export const id = v.pipe(v.number(type), v.safeInteger(type), v.minValue(1, type));

/** How many items a page may have. */
export const pageLimit = v.pipe(v.number(type), v.safeInteger(type), v.minValue(1, type), v.maxValue(1_000, type));
