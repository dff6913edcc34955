import { audit } from '../audit.ts';
import type { Caller } from '../caller.ts';
import type { Ports } from '../ports.ts';
import { requireCaller } from '../requireCaller.ts';

type Needs = 'tokenStore' | 'audit' | 'clock';

/** Deletes the caller's access token. */
export class Logout {
  readonly #ports: Pick<Ports, Needs>;

  constructor(ports: Pick<Ports, Needs>) {
    this.#ports = ports;
  }

  /** @throws DomainError General.Unauthorized; General.Unavailable */
  async execute(caller: Caller): Promise<void> {
    const { user, session } = requireCaller(caller);
    await this.#ports.tokenStore.delete(session.digest);
    audit(this.#ports, 'logout', caller, { targetId: user.id });
  }
}
