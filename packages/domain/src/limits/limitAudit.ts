import { audit } from '../audit.ts';
import type { Bounds } from '../bounds.ts';
import type { Caller } from '../caller.ts';
import type { TooManyRequestsError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { remember } from '../remember.ts';
import { addressGroup } from './address.ts';

/**
 * Records what the limits refuse: the first refusal of a limit, client address and target, and then none until that
 * window has ended, so that many refusals do not make many events. Kept in this process: each of several servers
 * records its own.
 */
export class LimitAudit {
  readonly #ports: Pick<Ports, 'audit' | 'clock'>;
  readonly #mostKept: number;
  /** Ends of windows whose refusal is recorded, in milliseconds since the epoch; the oldest refusal is the first. */
  readonly #recorded = new Map<string, number>();

  constructor(ports: Pick<Ports, 'audit' | 'clock'>, { rememberedRefusals }: Pick<Bounds, 'rememberedRefusals'>) {
    this.#ports = ports;
    this.#mostKept = rememberedRefusals;
  }

  record({ limit, targetId, retryAfterMs }: TooManyRequestsError, caller: Caller): void {
    const key = `${limit} ${targetId} ${addressGroup(caller.address)}`;
    const now = this.#ports.clock.now();
    if (now < (this.#recorded.get(key) ?? now)) return;
    remember(this.#recorded, key, { value: now + retryAfterMs, most: this.#mostKept });
    audit(this.#ports, 'limit.refused', caller, { targetId, limit });
  }
}
