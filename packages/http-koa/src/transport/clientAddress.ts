import { BlockList, isIP } from 'node:net';

/** Finds a client's address from the socket's and `X-Forwarded-For`; undefined when the socket is closed. */
export type ClientAddress = (peer: string | undefined, forwardedFor: string | undefined) => string | undefined;

/** Whether an address, without port and zone, is that of a trusted proxy. */
export type IsTrusted = (address: string) => boolean;

export function proxyTrust(trustedProxies: readonly string[]): IsTrusted {
  const trusted = listOf(trustedProxies);
  return (address) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** The address of a socket without port and zone; null when the socket is closed. */
export const peerAddress = (peer: string | undefined): string | null => (peer === undefined ? null : bareAddress(peer));

/**
 * The address is the socket's, unless that is a trusted proxy. Then it is the right-most hop that is not a trusted
 * proxy. The hops to the left of it come from an untrusted source and are ignored.
 */
export function clientAddressReader(isTrusted: IsTrusted): ClientAddress {
  return (peer, forwardedFor) => {
    let client = peerAddress(peer);
    const hops = forwardedFor?.split(',') ?? [];
    while (client !== null && hops.length > 0 && isTrusted(client)) {
      const hop = bareAddress(hops.pop() ?? '');
      if (hop === null) break;
      client = hop;
    }
    return client ?? undefined;
  };
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

// `192.0.2.1`, `192.0.2.1:443`, `2001:db8::1`, `[2001:db8::1]:443`, `fe80::1%eth0`, `::ffff:192.0.2.1`: without
// port and zone, and an IPv4-mapped address as IPv4; null when it is no address.
function bareAddress(text: string): string | null {
  if (isIP(text) === 4) return text;
  const trimmed = text.trim();
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(trimmed)?.[1];
  const address = (bracketed ?? trimmed.replace(/^([\d.]+):\d+$/, '$1')).replace(/%.*$/, '');
  if (isIP(address) === 0) return null;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}
