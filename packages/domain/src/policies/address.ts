/**
 * What a limit by address counts under: an IPv4 address as it is, an IPv6 address by its /64, which is what one
 * customer gets (RFC 6177). IPv4 in IPv6 form (`::ffff:192.0.2.1`) is the IPv4 address.
 */
export function addressGroup(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  return address.includes(':') ? prefix64(address) : address;
}

function prefix64(address: string): string {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const left = groups(head);
  const right = groups(tail ?? '');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const all = [...left, ...Array.from({ length: zeros }, () => '0'), ...right];
  return `${all.slice(0, 4).join(':')}::/64`;
}

// A dotted tail counts as two groups; which, does not matter to the first four.
function groups(part: string): string[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [normalGroup(group)]));
}

const normalGroup = (group: string): string => group.toLowerCase().replace(/^0+(?=.)/, '');
