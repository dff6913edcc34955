import * as v from 'valibot';
import { invalidData, type Rule } from '../errors.ts';
import { value } from './input.ts';
import { violation } from './violation.ts';

const type: Rule = 'type';
const min: Rule = 'min';
const max: Rule = 'max';

/** A field that the specification calls a number: any finite one. */
export const numeric = v.pipe(v.number(type), v.finite(type));

/**
 * A number that clients may send but the service sets itself: its type is checked, its value is ignored. In types it is
 * a field that is never sent, so the inputs of `Service` leave it out.
 */
export const setByService = v.pipe(numeric, v.metadata({ readOnly: true })) as unknown as v.GenericSchema<
  undefined,
  number
>; // at run time it takes any number; its type offers none

/** An id: a positive integer that a double holds exactly. */
export const id = v.pipe(v.number(type), v.safeInteger(type), v.minValue(1, type));

/** The id that an operation is about. */
export const idInput = value(id, () => invalidData(violation('/id', type)));

/** The former version that an operation is about. */
export const versionInput = value(id, () => invalidData(violation('/version', type)));

const MOST_ITEMS = 1_000;

/** How many items a page may have. A value breaks one rule at most. */
export const pageLimit = v.config(
  v.pipe(v.number(type), v.safeInteger(type), v.minValue(1, min), v.maxValue(MOST_ITEMS, max)),
  { abortPipeEarly: true },
);
