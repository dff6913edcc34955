import * as v from 'valibot';
import { audit } from '../audit.ts';
import type { Caller } from '../caller.ts';
import { idInput } from '../inputs/number.ts';
import { operation, type UseCase } from '../operation.ts';
import type { Ports } from '../ports.ts';
import { Responses } from '../responses.ts';
import { shownSession, type UserSession, UserSessionOutput, validSessions } from '../sessions/userSessions.ts';
import { existingUser } from './account.ts';

export const listAccountSessions = operation({
  name: 'ListAccountSessions',
  summary: 'List the sessions of an account that are valid now, at most 1,000',
  caller: 'anybody',
  input: idInput,
  output: v.array(UserSessionOutput),
  failures: [Responses.User.Not_found],
});

export const endAccountSessions = operation({
  name: 'EndAccountSessions',
  summary: 'End all sessions of an account',
  caller: 'anybody',
  input: idInput,
  output: null,
  failures: [Responses.User.Not_found],
});

/** A damaged session is left out: nobody can use it. */
export class ListAccountSessions implements UseCase<typeof listAccountSessions> {
  readonly #ports: Pick<Ports, 'users' | 'sessionStore' | 'clock'>;

  constructor(ports: Pick<Ports, 'users' | 'sessionStore' | 'clock'>) {
    this.#ports = ports;
  }

  async execute(id: number): Promise<UserSession[]> {
    const user = await existingUser(this.#ports, id);
    return Promise.all((await validSessions(this.#ports, user)).map(shownSession));
  }
}

export class EndAccountSessions implements UseCase<typeof endAccountSessions> {
  readonly #ports: Pick<Ports, 'users' | 'sessionStore' | 'audit' | 'clock'>;

  constructor(ports: Pick<Ports, 'users' | 'sessionStore' | 'audit' | 'clock'>) {
    this.#ports = ports;
  }

  async execute(id: number, caller: Caller): Promise<void> {
    await existingUser(this.#ports, id);
    await this.#ports.sessionStore.deleteByUser(id);
    audit(this.#ports, 'sessions.ended', caller, { targetId: id });
  }
}
