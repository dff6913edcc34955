import type { LimitName } from './audit.ts';
import { NETWORK_TIMES } from './policy.ts';
import type { RateRule } from './rateLimiter.ts';

/**
 * The key of a limit by address: an IPv4 address as it is, an IPv6 address by its /64, which is what one customer
 * gets (RFC 6177). IPv4 in IPv6 form (`::ffff:192.0.2.1`, in any notation) is the IPv4 address.
 */
export function addressGroup(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  if (!address.includes(':')) return address;
  const groups = groupsOf(address);
  return ipv4Within(groups) ?? `${groups.slice(0, 4).join(':')}::/64`;
}

/** The /56 of an IPv6 address, which is the most that one customer gets (RFC 6177); null for IPv4 and for no address. */
export function addressNetwork(address: string | undefined): string | null {
  if (address?.includes(':') !== true) return null;
  const groups = groupsOf(address);
  if (ipv4Within(groups) !== null) return null;
  const fourth = Number.parseInt(groups[3] ?? '0', 16) & 0xff00;
  return `${[...groups.slice(0, 3), fourth.toString(16)].join(':')}::/56`;
}

/**
 * The network of an address, for people to recognise a login by: the /24 of an IPv4 address, the /48 of an IPv6 address. IPv4 in IPv6
 * form is the IPv4 address. Null for what is no address.
 */
export function addressArea(address: string | undefined): string | null {
  if (address === undefined) return null;
  const groups = address.includes(':') ? groupsOf(address) : null;
  const ipv4 = groups === null ? address : ipv4Within(groups);
  if (ipv4 !== null) return ipv4Area(ipv4);
  if (groups?.length !== 8 || !groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return null;
  const network = groups.slice(0, 3);
  return `${network.slice(0, network.findLastIndex((group) => group !== '0') + 1).join(':')}::/48`;
}

function ipv4Area(address: string): string | null {
  const bytes = address.split('.');
  const isRight = bytes.length === 4 && bytes.every((byte) => /^\d{1,3}$/.test(byte) && Number(byte) <= 255);
  return isRight ? `${bytes.slice(0, 3).map(Number).join('.')}.0/24` : null;
}

/** The eight groups of an IPv6 address, in lower case without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const left = groupsIn(head);
  const right = groupsIn(tail ?? '');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right];
}

const groupsIn = (part: string): string[] => (part === '' ? [] : part.split(':').flatMap(normalGroups));

function normalGroups(group: string): string[] {
  if (!group.includes('.')) return [group.toLowerCase().replace(/^0+(?=.)/, '')];
  const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
  return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
}

/** The address that an IPv4-mapped one maps (RFC 4291, section 2.5.5.2), else null. */
function ipv4Within(groups: readonly string[]): string | null {
  if (groups.length !== 8 || groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return null;
  const bytes = groups.slice(6).flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
  return bytes.join('.');
}

/** A counter of hits, with the limit that its refusals name. */
export interface Counter {
  readonly limit: LimitName;
  readonly key: string;
  readonly rule: RateRule;
}

/** What counts a client: its address, and for IPv6 the /56, which may do more. @param prefix that of the keys */
export function countersOf(
  { prefix, one, network }: { readonly prefix: string; readonly one: LimitName; readonly network: LimitName },
  rule: RateRule,
  address: string | undefined,
): readonly Counter[] {
  const own = { limit: one, key: `${prefix}:${addressGroup(address)}`, rule };
  const whole = addressNetwork(address);
  const ofNetwork = { ...rule, limit: NETWORK_TIMES * rule.limit };
  return whole === null ? [own] : [own, { limit: network, key: `${prefix}:${whole}`, rule: ofNetwork }];
}

/** Waiting work in groups. The groups are served in turn; within a group, the first to come is served first. */
export class TurnsByAddress<Waiter> {
  /** The first group has the next turn. No group is empty. */
  readonly #groups = new Map<string, Set<Waiter>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  sizeOf(group: string): number {
    return this.#groups.get(group)?.size ?? 0;
  }

  add(group: string, waiter: Waiter): void {
    const waiters = this.#groups.get(group) ?? new Set();
    this.#groups.set(group, waiters.add(waiter));
    this.#size += 1;
  }

  remove(group: string, waiter: Waiter): boolean {
    const waiters = this.#groups.get(group);
    if (waiters?.delete(waiter) !== true) return false;
    this.#size -= 1;
    if (waiters.size === 0) this.#groups.delete(group);
    return true;
  }

  /** Removes and returns the next waiter; its group then waits until all others had a turn. */
  next(): Waiter | undefined {
    const [first] = this.#groups;
    if (first === undefined) return undefined;
    const [group, waiters] = first;
    const [waiter] = waiters;
    if (waiter === undefined) return undefined;
    this.remove(group, waiter);
    if (waiters.size > 0) {
      this.#groups.delete(group); // and added again, as the last
      this.#groups.set(group, waiters);
    }
    return waiter;
  }

  largest(): { readonly size: number; readonly newest: Waiter } | undefined {
    const [largest] = [...this.#groups.values()].sort((one, other) => other.size - one.size);
    if (largest === undefined) return undefined;
    const newest = [...largest].at(-1);
    return newest === undefined ? undefined : { size: largest.size, newest };
  }
}
