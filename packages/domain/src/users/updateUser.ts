import { audit } from '../audit.ts';
import type { Caller } from '../caller.ts';
import { DomainError } from '../errors.ts';
import { parseId, parseInput, partsOf } from '../inputs/parseInput.ts';
import { afterNewPassword, newCredentials } from '../passwords/afterNewPassword.ts';
import type { LoginGuard } from '../passwords/loginGuard.ts';
import { commonPassword } from '../passwords/passwordRules.ts';
import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import { attempt, type OnProblem } from '../problems.ts';
import { requireCaller } from '../requireCaller.ts';
import { Responses } from '../responses.ts';
import type { UserChanges } from '../user.ts';
import { type OwnUser, ownUser, type Utilisateur } from '../user.ts';
import { UserUpdateDTO } from './inputs.ts';
import { mayOnUser } from './rights.ts';

type Needs = 'users' | 'tokenStore' | 'hasher' | 'mailer' | 'audit' | 'clock';

/** Changes pseudo, picture or password of oneself, by the current password. A new password ends every other session. */
export class UpdateUser {
  readonly #ports: Pick<Ports, Needs>;
  readonly #guard: LoginGuard;
  readonly #settings: { readonly policy: Policy; readonly onProblem: OnProblem };

  constructor(ports: Pick<Ports, Needs>, guard: LoginGuard, settings: { policy: Policy; onProblem: OnProblem }) {
    this.#ports = ports;
    this.#guard = guard;
    this.#settings = settings;
  }

  /**
   * @param input `id`, and in `changes` the UserUpdateDTO; its `requestedUserId` is the caller's whatever it says
   * @throws DomainError General.Unauthorized, General.Missing_data, General.Invalid_data, User.Not_found,
   * User.Forbidden, General.Too_many_requests, User.Wrong_password; General.Unavailable
   */
  async execute(input: { readonly id: unknown; readonly changes: unknown }, caller: Caller): Promise<OwnUser> {
    const requester = requireCaller(caller).user;
    const parts = partsOf(input);
    const id = parseId(parts.id);
    const { pseudo, urlPfp, currentPassword, newPassword } = parseInput(UserUpdateDTO, parts.changes, {
      required: ['currentPassword'],
      nullable: ['urlPfp'],
      further: commonPassword(this.#settings.policy, 'newPassword'),
    });
    const changes = { ...(pseudo !== undefined && { pseudo }), ...(urlPfp !== undefined && { urlPfp }) };
    const before = await this.#load(id, requester.id);
    await this.#compare(before, currentPassword, caller);
    const mdpHash = newPassword === undefined ? undefined : await this.#ports.hasher.hash(newPassword, caller);
    const credentials =
      mdpHash === undefined ? {} : newCredentials(this.#ports, this.#settings.policy, { mdpHash, caller });
    const user = await this.#commit(before, { ...changes, ...credentials });
    if (mdpHash !== undefined) await this.#endOtherSessions(user, caller);
    return ownUser(user);
  }

  async #load(id: number, requesterId: number): Promise<Utilisateur> {
    const user = await this.#ports.users.findById(id);
    if (user === null) throw new DomainError(Responses.User.Not_found);
    if (!mayOnUser(requesterId, id, 'update')) throw new DomainError(Responses.User.Forbidden);
    return user;
  }

  async #compare(user: Utilisateur, password: string, caller: Caller): Promise<void> {
    const compare = () => this.#ports.hasher.verify(password, user.mdpHash, caller);
    const login = { adresseMail: user.adresseMail, userId: user.id, client: caller };
    if (await this.#guard.attempt(login, compare)) return;
    audit(this.#ports, 'password.rejected', caller, { targetId: user.id });
    throw new DomainError(Responses.User.Wrong_password);
  }

  // Under another version the password that was compared is no longer the current one.
  async #commit(before: Utilisateur, changes: UserChanges): Promise<Utilisateur> {
    const { users } = this.#ports;
    const user = await users.update(before.id, before.credentialsVersion, changes);
    if (user !== null) return user;
    throw new DomainError((await users.findById(before.id)) ? Responses.User.Wrong_password : Responses.User.Not_found);
  }

  async #endOtherSessions(user: Utilisateur, caller: Caller): Promise<void> {
    const { session } = requireCaller(caller);
    await attempt(this.#settings.onProblem, 'session of the new password', () =>
      this.#ports.tokenStore.raiseVersion(session.digest, user.credentialsVersion),
    );
    await afterNewPassword(this.#ports, this.#settings, { user, caller, action: 'password.changed' });
  }
}
