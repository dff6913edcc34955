import * as v from 'valibot';
import { operation } from '../operation.ts';
import { OwnUserOutput, ownUser } from '../user.ts';

/** The caller, and the session that their access token made. */
const OwnSessionOutput = v.object({
  utilisateur: OwnUserOutput,
  /** Dates in milliseconds since the Unix epoch. */
  session: v.object({
    /** The login. */
    dateCreation: v.number(),
    /** The last recorded use: see `touchEveryMs`. */
    dateUtilisation: v.number(),
    /** When the session ends if it is not used again. */
    dateExpiration: v.number(),
  }),
});

/** Returns who the caller is, and how long they stay logged in. */
export const getOwnUser = operation({
  summary: 'Read oneself, and when the own session began and ends',
  caller: 'authenticated',
  input: null,
  output: OwnSessionOutput,
  failures: [],
  needs: [],
  async run(_input, { user, session }) {
    const { dateCreation, dateUtilisation, dateExpiration } = session;
    return { utilisateur: ownUser(user), session: { dateCreation, dateUtilisation, dateExpiration } };
  },
});
