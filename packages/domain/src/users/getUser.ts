import * as v from 'valibot';
import type { AuthenticatedCaller } from '../caller.ts';
import { DomainError } from '../errors.ts';
import { idInput } from '../inputs/number.ts';
import { operation, type UseCase } from '../operation.ts';
import type { Ports } from '../ports.ts';
import { Responses } from '../responses.ts';
import { type OwnUser, OwnUserOutput, ownUser, type PublicUser, PublicUserOutput, publicUser } from '../user.ts';
import { mayOnUser } from './rights.ts';

export const getUser = operation({
  name: 'GetUser',
  summary: 'Read a user: all of oneself, the public part of others',
  caller: 'authenticated',
  input: idInput,
  output: v.union([OwnUserOutput, PublicUserOutput]),
  failures: [Responses.User.Not_found],
});

/** Reads a user: all of the caller's own data, and the public part of others. */
export class GetUser implements UseCase<typeof getUser> {
  readonly #ports: Pick<Ports, 'users'>;

  constructor(ports: Pick<Ports, 'users'>) {
    this.#ports = ports;
  }

  async execute(id: number, requester: AuthenticatedCaller): Promise<OwnUser | PublicUser> {
    const user = await this.#ports.users.findById(id);
    if (user === null) throw new DomainError(Responses.User.Not_found);
    return mayOnUser(requester.user.id, id, 'readOwn') ? ownUser(user) : publicUser(user);
  }
}
