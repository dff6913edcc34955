import * as v from 'valibot';
import { audit } from '../audit.ts';
import type { Bounds } from '../bounds.ts';
import type { AuthenticatedCaller } from '../caller.ts';
import type { AlgoContent } from '../content/algoContent.ts';
import { DomainError, MissingDataError } from '../errors.ts';
import { fields, parts } from '../inputs/input.ts';
import { idInput } from '../inputs/number.ts';
import { password } from '../inputs/text.ts';
import { operation, type Received, type UseCase } from '../operation.ts';
import { requireCurrentPassword } from '../passwords/currentPassword.ts';
import type { LoginGuard } from '../passwords/loginGuard.ts';
import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import type { OnProblem } from '../problems.ts';
import { Responses } from '../responses.ts';
import { eraseUser } from '../upkeep/erasure.ts';
import { requireSelf } from './requireSelf.ts';

type Needs = 'users' | 'sessionStore' | 'algos' | 'folders' | 'deletions' | 'hasher' | 'audit' | 'clock';

interface Settings {
  readonly policy: Policy;
  readonly onProblem: OnProblem;
  readonly bounds: Pick<Bounds, 'batch'>;
  readonly guard: LoginGuard;
}

/** The password is ignored unless the policy requires it. */
const DeletionProofDTO = v.object({ currentPassword: v.optional(password(1)) });

export const deleteUser = operation({
  name: 'DeleteUser',
  summary: 'Delete the own account and everything in it',
  caller: 'authenticated',
  input: parts({ id: idInput, proof: { ...fields(DeletionProofDTO), schema: v.optional(DeletionProofDTO, {}) } }),
  output: null,
  failures: [
    Responses.General.Missing_data, // if the policy requires the password
    Responses.User.Not_found,
    Responses.User.Forbidden,
    Responses.General.Too_many_requests,
    Responses.User.Wrong_password,
  ],
});

/**
 * Deletes the caller and everything of theirs. The mark of the user is the commit: after a crash before it nothing has
 * happened, after a later one the user is absent, and ResumeWork deletes the rest.
 */
export class DeleteUser implements UseCase<typeof deleteUser> {
  readonly #ports: Pick<Ports, Needs>;
  readonly #content: AlgoContent;
  readonly #settings: Settings;

  constructor(ports: Pick<Ports, Needs>, content: AlgoContent, settings: Settings) {
    this.#ports = ports;
    this.#content = content;
    this.#settings = settings;
  }

  async execute({ id, proof }: Received<typeof deleteUser>, caller: AuthenticatedCaller): Promise<void> {
    const { users, deletions, clock } = this.#ports;
    const version = await this.#requireOwner(id, proof.currentPassword, caller);
    await deletions.add({ userId: id, date: clock.now() });
    if (!(await users.markDeleted(id, version))) {
      throw new DomainError((await users.findById(id)) ? Responses.User.Wrong_password : Responses.User.Not_found);
    }
    const { onProblem, bounds } = this.#settings;
    await eraseUser({ ports: this.#ports, content: this.#content, onProblem, bounds }, id);
    audit(this.#ports, 'user.deleted', caller, { targetId: id });
  }

  /** The version of the credentials that were compared: with another one, the password is no longer the current one. Undefined if none were. */
  async #requireOwner(
    id: number,
    password: string | undefined,
    caller: AuthenticatedCaller,
  ): Promise<number | undefined> {
    const { policy, guard } = this.#settings;
    const needed = policy.deleteNeedsPassword;
    if (needed && password === undefined) throw new MissingDataError(['currentPassword']);
    const user = await requireSelf(this.#ports, { id, requesterId: caller.user.id, operation: 'delete' });
    if (!needed || password === undefined) return undefined;
    await requireCurrentPassword(this.#ports, guard, { user, password, caller });
    return user.credentialsVersion;
  }
}
