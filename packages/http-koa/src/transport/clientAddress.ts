import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Whether an address, without port and zone, is that of a trusted proxy. */
export type IsTrusted = (address: string) => boolean;

export function proxyTrust(trustedProxies: readonly string[]): IsTrusted {
  const trusted = listOf(trustedProxies);
  return (address) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** The address of a socket without port and zone; null when the socket is closed. */
export const peerAddress = (peer: string | undefined): string | null => (peer === undefined ? null : bareAddress(peer));

/**
 * The address of a client: the socket's, unless that is a trusted proxy. Then it is the right-most hop of `X-Forwarded-For` that is
 * not a trusted proxy. The hops to the left of it come from an untrusted source and are ignored. Null when the socket is closed.
 */
export function clientAddress({ headers, socket }: IncomingMessage, isTrusted: IsTrusted): string | null {
  let client = peerAddress(socket.remoteAddress);
  const hops = headers['x-forwarded-for']?.toString().split(',') ?? [];
  while (client !== null && hops.length > 0 && isTrusted(client)) {
    const hop = bareAddress(hops.pop() ?? '');
    if (hop === null) break;
    client = hop;
  }
  return client;
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
