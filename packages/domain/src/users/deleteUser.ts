import { audit } from '../audit.ts';
import type { AuthenticatedCaller } from '../caller.ts';
import type { AlgoContent } from '../content/algoContent.ts';
import { DomainError } from '../errors.ts';
import { idInput } from '../inputs/number.ts';
import { operation, type UseCase } from '../operation.ts';
import type { Ports } from '../ports.ts';
import type { OnProblem } from '../problems.ts';
import { Responses } from '../responses.ts';
import { eraseUser } from '../upkeep/erasure.ts';
import { requireSelf } from './requireSelf.ts';

type Needs = 'users' | 'sessionStore' | 'algos' | 'folders' | 'deletions' | 'audit' | 'clock';

export const deleteUser = operation({
  name: 'DeleteUser',
  summary: 'Delete the own account and everything in it',
  caller: 'authenticated',
  input: idInput,
  output: null,
  failures: [Responses.User.Not_found, Responses.User.Forbidden],
});

/**
 * Deletes the caller and everything of theirs. The mark of the user is the commit: after a crash before it nothing has
 * happened, after a later one the user is absent, and ResumeWork deletes the rest.
 */
export class DeleteUser implements UseCase<typeof deleteUser> {
  readonly #ports: Pick<Ports, Needs>;
  readonly #content: AlgoContent;
  readonly #onProblem: OnProblem;

  constructor(ports: Pick<Ports, Needs>, content: AlgoContent, { onProblem }: { onProblem: OnProblem }) {
    this.#ports = ports;
    this.#content = content;
    this.#onProblem = onProblem;
  }

  async execute(id: number, caller: AuthenticatedCaller): Promise<void> {
    const { users, deletions, clock } = this.#ports;
    await requireSelf(this.#ports, { id, requesterId: caller.user.id, operation: 'delete' });
    await deletions.add({ userId: id, date: clock.now() });
    if (!(await users.markDeleted(id))) throw new DomainError(Responses.User.Not_found);
    await eraseUser({ ports: this.#ports, content: this.#content, onProblem: this.#onProblem }, id);
    audit(this.#ports, 'user.deleted', caller, { targetId: id });
  }
}
