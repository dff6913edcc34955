import type { AuthenticatedCaller, Caller } from './caller.ts';
import { checkCaller } from './checkCaller.ts';
import { DomainError, TooManyRequestsError } from './errors.ts';
import { LimitAudit } from './limits/limitAudit.ts';
import type { Method, Operation } from './operation.ts';
import type { Parts } from './parts.ts';
import { Responses } from './responses.ts';

type Operations = Readonly<Record<string, Operation>>;

export type Methods<Declared extends Operations> = { readonly [Name in keyof Declared]: Method<Declared[Name]> };

/** The parts that these operations need, and those that their checks need. */
type Needed<Declared extends Operations> = Pick<
  Parts,
  Declared[keyof Declared]['needs'][number] | 'policy' | 'bounds' | 'audit' | 'clock'
>;

/**
 * The methods of a service: one for each operation. An operation runs only after these checks, in this order. The caller must have the
 * shape of `Caller`, else General.Invalid_data is thrown with paths below `/caller`. If the operation requires it, the
 * caller must be authenticated. Then the input is read. Refusals by limits are recorded here for all operations.
 */
export function methodsOf<const Declared extends Operations>(
  operations: Declared,
  parts: Needed<Declared>,
): Methods<Declared> {
  const limitAudit = new LimitAudit(parts, parts.bounds);
  // Of all parts these operations get those that they need, and these are there by the type of `parts`.
  const method = methodWith(parts as Parts, limitAudit);
  const entries = Object.entries(operations).map(([name, declared]) => [name, method(declared)]);
  return Object.fromEntries(entries) as Methods<Declared>; // the declaration's own schemas read the input, so each method has its type
}

const methodWith = (parts: Parts, limitAudit: LimitAudit) => (declared: Operation) => {
  const { input } = declared;
  const further = declared.further?.(parts.policy);
  return async (...given: readonly unknown[]): Promise<unknown> => {
    const [sent, caller] = input === null ? [undefined, given[0]] : given;
    checkCaller(caller);
    try {
      const known = declared.caller === 'authenticated' ? requireCaller(caller) : (caller ?? {});
      return await declared.run(input?.read(sent, further), known, parts);
    } catch (error) {
      if (error instanceof TooManyRequestsError) limitAudit.record(error, caller ?? {});
      throw error;
    }
  };
};

/**
 * @throws DomainError General.Unauthorized unless `authenticate` has accepted the caller; an absent caller is refused
 */
function requireCaller(caller: Caller = {}): AuthenticatedCaller {
  const { user, session } = caller;
  if (user === undefined || session === undefined) throw new DomainError(Responses.General.Unauthorized);
  return { ...caller, user, session };
}
