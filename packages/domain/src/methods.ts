import type { AuthenticatedCaller, Caller } from './caller.ts';
import { checkCaller } from './checkCaller.ts';
import { DomainError, TooManyRequestsError } from './errors.ts';
import type { LimitAudit } from './limits/limitAudit.ts';
import type { Method, Operation, UseCase } from './operation.ts';
import type { Policy } from './policy.ts';
import { Responses } from './responses.ts';

interface Settings {
  readonly limitAudit: LimitAudit;
  readonly policy: Policy;
}

/**
 * Makes the methods of `Service`. A use case runs only after these checks, in this order. The caller must have the
 * shape of `Caller`, else General.Invalid_data is thrown with paths below `/caller`. If the operation requires it, the
 * caller must be authenticated. Then the input is read. Refusals by limits are recorded here for all use cases.
 */
export function methods({ limitAudit, policy }: Settings) {
  return <const Declared extends Operation>(declared: Declared, useCase: UseCase<Declared>): Method<Declared> => {
    const { input } = declared;
    const further = declared.further?.(policy);
    const erased: { execute(input: unknown, caller: Caller): Promise<unknown> } = useCase;
    const perform = async (...given: readonly unknown[]): Promise<unknown> => {
      const [sent, caller] = input === null ? [undefined, given[0]] : given;
      checkCaller(caller);
      try {
        const known = declared.caller === 'authenticated' ? requireCaller(caller) : (caller ?? {});
        return await erased.execute(input?.read(sent, further), known);
      } catch (error) {
        if (error instanceof TooManyRequestsError) limitAudit.record(error, caller ?? {});
        throw error;
      }
    };
    return perform as Method<Declared>; // the declaration's own schemas read the input, so the method has this type
  };
}

/**
 * @throws DomainError General.Unauthorized unless Authenticate has accepted the caller; an absent caller is refused
 */
function requireCaller(caller: Caller = {}): AuthenticatedCaller {
  const { user, session } = caller;
  if (user === undefined || session === undefined) throw new DomainError(Responses.General.Unauthorized);
  return { ...caller, user, session };
}
