import type { AuthenticatedCaller } from './caller.ts';
import type { AccountsContext, Context } from './context.ts';
import type { Input, idInput } from './input.ts';
import { type Declaration, type OutputSchema, operation, type Written } from './operation.ts';
import { DomainError, Responses } from './responses.ts';
import { nullIfDamaged } from './storeErrors.ts';
import type { ServiceRight } from './user.ts';

const { Forbidden, Owner_account } = Responses.Admin;

/**
 * The caller with the user as they are now: what came before the work, as the body of a request, may have taken long. Who may act may look.
 * @throws DomainError Admin.Forbidden; General.Unauthorized for one whose session is void by now
 */
export async function requireOwnerRight(
  { users }: AccountsContext,
  caller: AuthenticatedCaller,
  needed: ServiceRight,
): Promise<AuthenticatedCaller> {
  const user = await users.findById(caller.user.id);
  if (user === null || user.isDisabled || user.credentialsVersion !== caller.session.credentialsVersion) {
    throw new DomainError(Responses.General.Unauthorized);
  }
  if (user.serviceRight !== 'act' && user.serviceRight !== needed) throw new DomainError(Forbidden);
  return { ...caller, user };
}

/**
 * Accounts of owners are changed on the machine alone. Else a stolen session of an owner could set the password that proves a deletion,
 * and take over or shut out the others. A damaged account counts as no owner's: it has no valid session.
 * @throws DomainError Admin.Owner_account
 */
export async function requireNoOwner({ users }: AccountsContext, id: number): Promise<void> {
  const user = await nullIfDamaged(users.findById(id), () => {});
  if (user !== null && user.serviceRight !== null) throw new DomainError(Owner_account);
}

/** An operation for owners of the service. */
export const forOwners = <const In extends Input | null = null, const Out extends OutputSchema = null>(
  needed: ServiceRight,
  declared: Omit<Written<'authenticated', In, Out>, 'caller'>,
): Declaration<'authenticated', In, Out> =>
  operation({
    ...declared,
    caller: 'authenticated',
    failures: [Forbidden, ...(declared.failures ?? [])],
    run: (input, caller, context: Context) =>
      requireOwnerRight(context, caller, needed).then((owner) => declared.run(input, owner, context)),
  });

/** An operation of the administration that changes nothing, for owners of the service. */
export const looking = <const In extends Input | null, const Out extends OutputSchema>(
  declared: Declaration<'anybody', In, Out, AccountsContext>,
): Declaration<'authenticated', In, Out> => forOwners('look', declared);

/** An operation of the administration that changes an account, which is no owner's. */
export const changingAccount = <const Out extends OutputSchema>(
  declared: Declaration<'anybody', typeof idInput, Out, AccountsContext>,
): Declaration<'authenticated', typeof idInput, Out> =>
  forOwners('act', {
    ...declared,
    failures: [Owner_account, ...declared.failures],
    run: (id, caller, context) => requireNoOwner(context, id).then(() => declared.run(id, caller, context)),
  });
