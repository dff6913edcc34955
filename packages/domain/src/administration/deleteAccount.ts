import { audit } from '../audit.ts';
import type { Bounds } from '../bounds.ts';
import type { Caller } from '../caller.ts';
import type { AlgoContent } from '../content/algoContent.ts';
import { DomainError } from '../errors.ts';
import { idInput } from '../inputs/number.ts';
import { operation, type UseCase } from '../operation.ts';
import type { Ports } from '../ports.ts';
import type { OnProblem } from '../problems.ts';
import { Responses } from '../responses.ts';
import { eraseUser } from '../upkeep/erasure.ts';

type Needs = 'users' | 'sessionStore' | 'algos' | 'folders' | 'deletions' | 'audit' | 'clock';

export const deleteAccount = operation({
  name: 'DeleteAccount',
  summary: 'Delete an account and everything in it',
  caller: 'anybody',
  input: idInput,
  output: null,
  failures: [Responses.User.Not_found],
});

interface Settings {
  readonly onProblem: OnProblem;
  readonly bounds: Pick<Bounds, 'batch'>;
}

/** As DeleteUser: after a crash half-way the user is absent, and ResumeWork deletes the rest. A damaged user is deleted too. */
export class DeleteAccount implements UseCase<typeof deleteAccount> {
  readonly #ports: Pick<Ports, Needs>;
  readonly #content: AlgoContent;
  readonly #settings: Settings;

  constructor(ports: Pick<Ports, Needs>, content: AlgoContent, settings: Settings) {
    this.#ports = ports;
    this.#content = content;
    this.#settings = settings;
  }

  async execute(id: number, caller: Caller): Promise<void> {
    const { users, deletions, clock } = this.#ports;
    if ((await users.existing([id])).length === 0) throw new DomainError(Responses.User.Not_found);
    await deletions.add({ userId: id, date: clock.now() });
    if (!(await users.markDeleted(id))) throw new DomainError(Responses.User.Not_found);
    await eraseUser({ ports: this.#ports, content: this.#content, ...this.#settings }, id);
    audit(this.#ports, 'user.deleted', caller, { targetId: id });
  }
}
