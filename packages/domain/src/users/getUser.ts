import type { Caller } from '../caller.ts';
import { DomainError } from '../errors.ts';
import { parseId } from '../inputs/parseInput.ts';
import type { Ports } from '../ports.ts';
import { requireCaller } from '../requireCaller.ts';
import { Responses } from '../responses.ts';
import { type OwnUser, ownUser, type PublicUser, publicUser } from '../user.ts';
import { findUser } from './findUser.ts';
import { mayOnUser } from './rights.ts';

/** Reads a user: oneself whole, others in their public part. */
export class GetUser {
  readonly #ports: Pick<Ports, 'users'>;

  constructor(ports: Pick<Ports, 'users'>) {
    this.#ports = ports;
  }

  /**
   * @param userId the id, a positive integer
   * @throws DomainError General.Unauthorized, General.Invalid_data, User.Not_found; General.Unavailable
   */
  async execute(userId: unknown, caller: Caller): Promise<OwnUser | PublicUser> {
    const requester = requireCaller(caller);
    const id = parseId(userId);
    const user = await findUser(this.#ports, id, requester);
    if (user === null) throw new DomainError(Responses.User.Not_found);
    return mayOnUser(requester.user.id, id, 'readOwn') ? ownUser(user) : publicUser(user);
  }
}
