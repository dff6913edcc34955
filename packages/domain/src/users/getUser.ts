import * as v from 'valibot';
import { QuotaFiguresOutput, quotaFigures } from '../algos/quotaGuard.ts';
import { idInput } from '../input.ts';
import { operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { OwnUserOutput, ownUser, PublicUserOutput, publicUser } from '../user.ts';
import { existingUser } from './account.ts';

/** Reads a user: all of the caller's own data, and the public part of others. @param input the id of the user */
export const getUser = operation({
  summary: 'Read a user: all of oneself, the public part of others',
  caller: 'authenticated',
  input: idInput,
  output: v.union([OwnUserOutput, PublicUserOutput]),
  failures: [Responses.User.Not_found],
  async run(id, requester, { users }) {
    const user = await existingUser(users, id);
    return requester.user.id === id ? ownUser(user) : publicUser(user);
  },
});

const OwnSessionOutput = v.object({
  utilisateur: OwnUserOutput,
  /** Dates in milliseconds since the Unix epoch. */
  session: v.object({
    dateCreation: v.number(),
    /** The last recorded use: see `touchEveryMs`. */
    dateUtilisation: v.number(),
    /** When the session ends if it is not used again. */
    dateExpiration: v.number(),
  }),
  usage: QuotaFiguresOutput,
});

/** Returns who the caller is, how long they stay logged in, and what they use of what they may use. */
export const getOwnUser = operation({
  summary: 'Read oneself, when the own session began and ends, and how much of the quota is used',
  caller: 'authenticated',
  output: OwnSessionOutput,
  async run(_input, { user, session }, context) {
    const { dateCreation, dateUtilisation, dateExpiration } = session;
    return {
      utilisateur: ownUser(user),
      session: { dateCreation, dateUtilisation, dateExpiration },
      usage: await quotaFigures(context, user.id),
    };
  },
});
