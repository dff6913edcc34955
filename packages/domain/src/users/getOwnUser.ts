import * as v from 'valibot';
import type { AuthenticatedCaller } from '../caller.ts';
import { operation, type UseCase } from '../operation.ts';
import { type OwnUser, OwnUserOutput, ownUser } from '../user.ts';

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

export const getOwnUser = operation({
  name: 'GetOwnUser',
  summary: 'Read oneself, and when the own session began and ends',
  caller: 'authenticated',
  input: null,
  output: OwnSessionOutput,
  failures: [],
});

/** Tells callers who they are, and how long they stay logged in. */
export class GetOwnUser implements UseCase<typeof getOwnUser> {
  async execute(_input: undefined, { user, session }: AuthenticatedCaller): Promise<OwnSession> {
    const { dateCreation, dateUtilisation, dateExpiration } = session;
    return { utilisateur: ownUser(user), session: { dateCreation, dateUtilisation, dateExpiration } };
  }
}

interface OwnSession {
  readonly utilisateur: OwnUser;
  readonly session: {
    readonly dateCreation: number;
    readonly dateUtilisation: number;
    readonly dateExpiration: number;
  };
}
