import * as v from 'valibot';
import { DomainError } from '../errors.ts';
import { idInput } from '../inputs/number.ts';
import { operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { OwnUserOutput, ownUser, PublicUserOutput, publicUser } from '../user.ts';
import { mayOnUser } from './userRights.ts';

/**
 * Reads a user: all of the caller's own data, and the public part of others.
 * @param input the id of the user
 */
export const getUser = operation({
  summary: 'Read a user: all of oneself, the public part of others',
  caller: 'authenticated',
  input: idInput,
  output: v.union([OwnUserOutput, PublicUserOutput]),
  failures: [Responses.User.Not_found],
  async run(id, requester, { users }) {
    const user = await users.findById(id);
    if (user === null) throw new DomainError(Responses.User.Not_found);
    return mayOnUser(requester.user.id, id, 'readOwn') ? ownUser(user) : publicUser(user);
  },
});
