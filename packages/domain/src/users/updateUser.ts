import * as v from 'valibot';
import type { AuthenticatedCaller } from '../caller.ts';
import { DomainError } from '../errors.ts';
import { fields, parts } from '../inputs/input.ts';
import { pseudo } from '../inputs/name.ts';
import { idInput, setByService } from '../inputs/number.ts';
import { password, webUrl } from '../inputs/text.ts';
import { countHit } from '../limits/countHit.ts';
import { operation, type Received, type UseCase } from '../operation.ts';
import { afterNewPassword, newCredentials } from '../passwords/afterNewPassword.ts';
import { requireCurrentPassword } from '../passwords/currentPassword.ts';
import type { LoginGuard } from '../passwords/loginGuard.ts';
import { commonPassword, newPassword } from '../passwords/passwordRules.ts';
import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import { attempt, type OnProblem } from '../problems.ts';
import { Responses } from '../responses.ts';
import { type OwnUser, OwnUserOutput, ownUser, type User, type UserChanges } from '../user.ts';
import { requireSelf } from './requireSelf.ts';

type Needs = 'users' | 'sessionStore' | 'hasher' | 'mailer' | 'limiter' | 'audit' | 'clock';

/** What users may change of themselves. `urlPfp: null` removes the picture; `requestedUserId` is ignored. */
export const UserUpdateDTO = v.object({
  pseudo: v.optional(pseudo),
  currentPassword: password(1),
  newPassword: v.optional(newPassword),
  urlPfp: v.optional(v.nullable(webUrl)),
  requestedUserId: v.optional(setByService),
});

export const updateUser = operation({
  name: 'UpdateUser',
  summary: 'Change the own account; a new password ends every other session',
  caller: 'authenticated',
  input: parts({ id: idInput, changes: fields(UserUpdateDTO) }),
  further: commonPassword('newPassword'),
  output: OwnUserOutput,
  failures: [
    Responses.User.Not_found,
    Responses.User.Forbidden,
    Responses.General.Too_many_requests,
    Responses.User.Wrong_password,
  ],
});

/**
 * Changes the caller's pseudo, picture or password; requires the current password. A new password ends every other
 * session.
 */
export class UpdateUser implements UseCase<typeof updateUser> {
  readonly #ports: Pick<Ports, Needs>;
  readonly #guard: LoginGuard;
  readonly #settings: { readonly policy: Policy; readonly onProblem: OnProblem };

  constructor(ports: Pick<Ports, Needs>, guard: LoginGuard, settings: { policy: Policy; onProblem: OnProblem }) {
    this.#ports = ports;
    this.#guard = guard;
    this.#settings = settings;
  }

  async execute(input: Received<typeof updateUser>, caller: AuthenticatedCaller): Promise<OwnUser> {
    const { pseudo, urlPfp, currentPassword, newPassword } = input.changes;
    const changes = { ...(pseudo !== undefined && { pseudo }), ...(urlPfp !== undefined && { urlPfp }) };
    const before = await requireSelf(this.#ports, { id: input.id, requesterId: caller.user.id, operation: 'update' });
    await requireCurrentPassword(this.#ports, this.#guard, { user: before, password: currentPassword, caller });
    const mdpHash = newPassword === undefined ? undefined : await this.#hash(newPassword, caller);
    const credentials =
      mdpHash === undefined ? {} : newCredentials(this.#ports, this.#settings.policy, { mdpHash, caller });
    const user = await this.#commit(before, { ...changes, ...credentials });
    if (mdpHash !== undefined) await this.#endOtherSessions(user, caller);
    return ownUser(user);
  }

  /** @throws TooManyRequestsError when the account has had too many new passwords */
  async #hash(newPassword: string, caller: AuthenticatedCaller): Promise<string> {
    const { policy, onProblem } = this.#settings;
    const { id } = caller.user;
    const hit = {
      key: `new-password:${id}`,
      rule: policy.limits?.newPassword,
      limit: 'newPassword',
      targetId: id,
    } as const;
    await countHit(this.#ports, hit, onProblem);
    return this.#ports.hasher.hash(newPassword, caller);
  }

  // With another version, the password that was compared is no longer the current one.
  async #commit(before: User, changes: UserChanges): Promise<User> {
    const { users } = this.#ports;
    const user = await users.update(before.id, before.credentialsVersion, changes);
    if (user !== null) return user;
    throw new DomainError((await users.findById(before.id)) ? Responses.User.Wrong_password : Responses.User.Not_found);
  }

  async #endOtherSessions(user: User, caller: AuthenticatedCaller): Promise<void> {
    await attempt(this.#settings.onProblem, 'session of the new password', () =>
      this.#ports.sessionStore.raiseVersion(caller.session.digest, user.credentialsVersion),
    );
    await attempt(this.#settings.onProblem, 'address of the new password', () =>
      this.#guard.recordSuccess(user, caller.address),
    );
    await afterNewPassword(this.#ports, this.#settings, { user, caller, action: 'password.changed' });
  }
}
