import type { AuthenticatedCaller, Caller } from './caller.ts';
import { checkCaller } from './checkCaller.ts';
import type { AccountsContext } from './context.ts';
import { DomainError, TooManyRequestsError } from './errors.ts';
import { LimitAudit } from './limits/limitAudit.ts';
import type { Method, Operation } from './operation.ts';
import { Responses } from './responses.ts';

type Operations<Used> = Readonly<Record<string, Operation<Used>>>;

export type Methods<Declared extends Readonly<Record<string, Pick<Operation, 'caller' | 'input' | 'output'>>>> = {
  readonly [Name in keyof Declared]: Method<Declared[Name]>;
};

/**
 * The methods of a service: one for each operation. An operation runs only after these checks, in this order. The caller must have the
 * shape of `Caller`, else General.Invalid_data is thrown with paths below `/caller`. If the operation requires it, the
 * caller must be authenticated. Then the input is read. Refusals by limits are recorded here for all operations.
 */
export function methodsOf<Used extends AccountsContext, const Declared extends Operations<Used>>(
  operations: Declared,
  context: Used,
): Methods<Declared> {
  const method = methodWith(context, new LimitAudit(context, context.bounds));
  const entries = Object.entries(operations).map(([name, declared]) => [name, method(declared)]);
  return Object.fromEntries(entries) as Methods<Declared>; // the declaration's own schemas read the input, so each method has its type
}

const methodWith =
  <Used extends AccountsContext>(context: Used, limitAudit: LimitAudit) =>
  (declared: Operation<Used>) => {
    const { input } = declared;
    const further = declared.further?.(context.policy);
    return async (...given: readonly unknown[]): Promise<unknown> => {
      const [sent, caller] = input === null ? [undefined, given[0]] : given;
      checkCaller(caller);
      try {
        const known = declared.caller === 'authenticated' ? requireCaller(caller) : (caller ?? {});
        return await declared.run(input?.read(sent, further), known, context);
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
