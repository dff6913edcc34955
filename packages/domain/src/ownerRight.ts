import type * as v from 'valibot';
import type { AccountsContext, Context } from './context.ts';
import type { Input } from './input.ts';
import { type Declaration, operation } from './operation.ts';
import { DomainError, Responses } from './responses.ts';
import type { ServiceRight, User } from './user.ts';

const { Forbidden } = Responses.Admin;

/** @throws DomainError Admin.Forbidden. Who may act may look. */
function requireRight({ serviceRight }: User, needed: ServiceRight): void {
  if (serviceRight !== 'act' && serviceRight !== needed) throw new DomainError(Forbidden);
}

type AnySchema = v.GenericSchema | null;

/** An operation for owners of the service. The right is that of the user as this request has read it. */
export const forOwners = <const In extends Input | null, const Out extends AnySchema>(
  needed: ServiceRight,
  declared: Omit<Declaration<'authenticated', In, Out>, 'caller'>,
): Declaration<'authenticated', In, Out> =>
  operation({
    ...declared,
    caller: 'authenticated',
    failures: [Forbidden, ...declared.failures],
    run(input, caller, context: Context) {
      requireRight(caller.user, needed);
      return declared.run(input, caller, context);
    },
  });

/** An operation of the administration, for owners of the service. */
export const administration = <const In extends Input | null, const Out extends AnySchema>(
  needed: ServiceRight,
  declared: Declaration<'anybody', In, Out, AccountsContext>,
): Declaration<'authenticated', In, Out> => forOwners(needed, declared);
