import { audit } from '../audit.ts';
import type { Caller } from '../caller.ts';
import type { AlgoContent } from '../content/algoContent.ts';
import { DomainError } from '../errors.ts';
import { parseId } from '../inputs/parseInput.ts';
import type { Ports } from '../ports.ts';
import { requireCaller } from '../requireCaller.ts';
import { Responses } from '../responses.ts';
import { eraseUser } from '../upkeep/erasure.ts';
import { mayOnUser } from './rights.ts';

type Needs = 'users' | 'tokenStore' | 'algos' | 'folders' | 'deletions' | 'audit' | 'clock';

/** Deletes oneself and everything associated. A crash on the way leaves a user who is gone, and ResumeWork the rest. */
export class DeleteUser {
  readonly #ports: Pick<Ports, Needs>;
  readonly #content: AlgoContent;

  constructor(ports: Pick<Ports, Needs>, content: AlgoContent) {
    this.#ports = ports;
    this.#content = content;
  }

  /**
   * @param userId the id, a positive integer
   * @throws DomainError General.Unauthorized, General.Invalid_data, User.Not_found, User.Forbidden; General.Unavailable
   */
  async execute(userId: unknown, caller: Caller): Promise<void> {
    const requester = requireCaller(caller).user;
    const id = parseId(userId);
    const { users, deletions, clock } = this.#ports;
    if ((await users.findById(id)) === null) throw new DomainError(Responses.User.Not_found);
    if (!mayOnUser(requester.id, id, 'delete')) throw new DomainError(Responses.User.Forbidden);
    await deletions.add({ userId: id, date: clock.now() });
    if (!(await users.markDeleted(id))) throw new DomainError(Responses.User.Not_found);
    await eraseUser(this.#ports, this.#content, id);
    audit(this.#ports, 'user.deleted', caller, { targetId: id });
  }
}
