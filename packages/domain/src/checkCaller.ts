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
  if (caller !== undefined && !isSurelyCaller(caller)) checked(CallerInput, { caller });
}

/** A quick test of nearly all callers. The schema decides about the others, and finds what is wrong with them. */
function isSurelyCaller(caller: unknown): boolean {
  try {
    if (!isObject(caller)) return false;
    const given: Partial<Record<keyof Caller, unknown>> = caller;
    const { user, session, address, client, locale, requestId, traceId, signal } = given;
    return (
      (user === undefined || isUser(user)) &&
      (session === undefined || isSession(session)) &&
      (address === undefined || typeof address === 'string') &&
      (client === undefined || typeof client === 'string') &&
      (locale === undefined || locale === 'en' || locale === 'fr') &&
      (requestId === undefined || typeof requestId === 'string') &&
      (traceId === undefined || typeof traceId === 'string') &&
      (signal === undefined || signal instanceof AbortSignal)
    );
  } catch {
    return false; // a getter or a proxy has thrown: the schema meets it too
  }
}

const isUser = (user: unknown): boolean =>
  isObject(user) && 'id' in user && Number.isSafeInteger(user.id) && Number(user.id) >= 1;

const isSession = (session: unknown): boolean =>
  isObject(session) && 'digest' in session && typeof session.digest === 'string';
