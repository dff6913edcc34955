import * as v from 'valibot';
import type { Caller } from './caller.ts';
import type { Rule } from './errors.ts';
import { checked, isObject } from './inputs/input.ts';
import { id } from './inputs/number.ts';
import { isText } from './inputs/text.ts';

const type: Rule = 'type';

const CallerInput = v.object({
  caller: v.pipe(
    v.custom<object>(isObject, type),
    v.object({
      user: v.optional(v.object({ id }, type)),
      session: v.optional(v.object({ digest: isText }, type)),
      address: v.optional(isText),
      client: v.optional(isText),
      locale: v.optional(v.picklist(['en', 'fr'], type)),
      requestId: v.optional(isText),
      traceId: v.optional(isText),
      signal: v.optional(v.instance(AbortSignal, type)),
    }),
  ),
});

/**
 * Refuses a caller of a wrong type, because its fields are stored, logged and used as keys of limits. An absent
 * caller is an anonymous one.
 * @throws DomainError General.Invalid_data with paths below `/caller`
 */
export function checkCaller(caller: unknown): asserts caller is Caller | undefined {
  if (caller !== undefined) checked(CallerInput, { caller });
}
