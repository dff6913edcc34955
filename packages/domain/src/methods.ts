import * as v from 'valibot';
import { addressGroup } from './address.ts';
import { type AuditPorts, audit } from './audit.ts';
import type { Bounds } from './bounds.ts';
import type { AuthenticatedCaller, Caller } from './caller.ts';
import type { AccountsContext } from './context.ts';
import { checked, id, isObject, type } from './input.ts';
import type { Method, Operation } from './operation.ts';
import { DomainError, Responses, TooManyRequestsError } from './responses.ts';
import { isText } from './textInput.ts';
import { BoundedCache } from './work.ts';

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
 * The fields of a caller are stored, logged and used as keys of limits. An absent one is anonymous.
 * @throws DomainError General.Invalid_data with paths below `/caller`
 */
function checkCaller(caller: unknown): asserts caller is Caller | undefined {
  if (caller !== undefined) checked(CallerInput, { caller });
}

type Operations<Used> = Readonly<Record<string, Operation<Used>>>;

export type Methods<Declared extends Readonly<Record<string, Pick<Operation, 'caller' | 'input' | 'output'>>>> = {
  readonly [Name in keyof Declared]: Method<Declared[Name]>;
};

/**
 * Checks the caller (General.Invalid_data below `/caller`), requires authentication where the operation does, reads the input, and then
 * runs the operation. Refusals by limits are recorded here for all operations.
 */
export function methodsOf<Used extends AccountsContext, const Declared extends Operations<Used>>(
  operations: Declared,
  context: Used,
): Methods<Declared> {
  const recordRefusal = limitAudit(context, context.bounds);
  const methodOf = (declared: Operation<Used>) => {
    const { input } = declared;
    const further = declared.further?.(context.policy);
    return async (...given: readonly unknown[]): Promise<unknown> => {
      const [sent, caller] = input === null ? [undefined, given[0]] : given;
      checkCaller(caller);
      try {
        const known = declared.caller === 'authenticated' ? requireCaller(caller) : (caller ?? {});
        return await declared.run(input?.read(sent, further), known, context);
      } catch (error) {
        if (error instanceof TooManyRequestsError) recordRefusal(error, caller ?? {});
        throw error;
      }
    };
  };
  const entries = Object.entries(operations).map(([name, declared]) => [name, methodOf(declared)]);
  return Object.fromEntries(entries) as Methods<Declared>; // the declaration's own schemas read the input, so each method has its type
}

/** @throws DomainError General.Unauthorized unless `authenticate` has accepted the caller */
function requireCaller(caller: Caller = {}): AuthenticatedCaller {
  const { user, session } = caller;
  if (user === undefined || session === undefined) throw new DomainError(Responses.General.Unauthorized);
  return { ...caller, user, session };
}

/**
 * Makes the function that records the first refusal of a limit, client address and target, and no further one until its window has ended.
 * Of this process.
 */
export function limitAudit(ports: AuditPorts, { rememberedRefusals }: Pick<Bounds, 'rememberedRefusals'>) {
  /** Ends of windows whose refusal is recorded, in milliseconds since the epoch. */
  const recorded = new BoundedCache<string, number>(rememberedRefusals);
  return ({ limit, targetId, retryAfterMs }: TooManyRequestsError, caller: Caller): void => {
    const key = `${limit} ${targetId} ${addressGroup(caller.address)}`;
    const now = ports.clock.now();
    if (now < (recorded.get(key) ?? now)) return;
    recorded.put(key, now + retryAfterMs);
    audit(ports, 'limit.refused', caller, { targetId, limit });
  };
}
