import { audit } from '../audit.ts';
import type { AuthenticatedCaller } from '../caller.ts';
import { operation, type UseCase } from '../operation.ts';
import type { Ports } from '../ports.ts';

type Needs = 'sessionStore' | 'audit' | 'clock';

export const logout = operation({
  name: 'Logout',
  summary: 'Delete the access token',
  caller: 'authenticated',
  input: null,
  output: null,
  failures: [],
});

/** Deletes the caller's session. */
export class Logout implements UseCase<typeof logout> {
  readonly #ports: Pick<Ports, Needs>;

  constructor(ports: Pick<Ports, Needs>) {
    this.#ports = ports;
  }

  async execute(_input: undefined, caller: AuthenticatedCaller): Promise<void> {
    await this.#ports.sessionStore.delete(caller.session.digest);
    audit(this.#ports, 'logout', caller, { targetId: caller.user.id });
  }
}
