import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressGroup, addressNetwork } from '../../src/address.ts';

const groupOf16 = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
const ipv6 = fc.array(groupOf16, { minLength: 8, maxLength: 8 });
const ipv4 = fc.ipV4();

/** Ways to write one address: uncompressed, with leading zeros, in capitals, and compressed as the URL standard does. */
function writings(groups: readonly number[]): string[] {
  const hex = groups.map((group) => group.toString(16));
  const full = hex.join(':');
  const padded = hex.map((group) => group.padStart(4, '0')).join(':');
  const compressed = new URL(`http://[${full}]/`).hostname.slice(1, -1);
  return [full, padded, padded.toUpperCase(), compressed, `${compressed}%eth0`];
}

const isMapped = (groups: readonly number[]): boolean => groups.slice(0, 6).join() === '0,0,0,0,0,65535';

describe('the group of an address', () => {
  it('is an IPv4 address itself', () => {
    fc.assert(
      fc.property(ipv4, (address) => {
        expect(addressGroup(address)).toBe(address);
      }),
    );
  });

  it('is the first 64 bits of an IPv6 address, in every notation', () => {
    fc.assert(
      fc.property(ipv6, (groups) => {
        fc.pre(!isMapped(groups));
        const expected = `${groups
          .slice(0, 4)
          .map((group) => group.toString(16))
          .join(':')}::/64`;
        expect(writings(groups).map(addressGroup)).toEqual(writings(groups).map(() => expected));
      }),
    );
  });

  it('is the same for a whole /64, and for no other address', () => {
    fc.assert(
      fc.property(ipv6, ipv6, (one, other) => {
        fc.pre(!isMapped(one) && !isMapped(other));
        const isSame = one.slice(0, 4).join() === other.slice(0, 4).join();
        expect(addressGroup(writings(one)[3]) === addressGroup(writings(other)[3])).toBe(isSame);
        const neighbour = [...one.slice(0, 4), ...other.slice(4)];
        fc.pre(!isMapped(neighbour));
        expect(addressGroup(writings(neighbour)[0])).toBe(addressGroup(writings(one)[0]));
      }),
    );
  });

  it.each([
    '::ffff:192.0.2.1',
    '::FFFF:192.0.2.1',
    '0:0:0:0:0:ffff:192.0.2.1',
    '0000:0000:0000:0000:0000:ffff:c000:0201',
    '::ffff:c000:201',
    '::ffff:192.0.2.1%eth0',
  ])('is the IPv4 address of %s', (address) => {
    expect(addressGroup(address)).toBe('192.0.2.1');
  });

  it('is different for each IPv4-mapped address', () => {
    fc.assert(
      fc.property(ipv4, (address) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
        const hex = `::ffff:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
        expect([addressGroup(`::ffff:${address}`), addressGroup(hex)]).toEqual([address, address]);
      }),
    );
  });

  it.each([
    ['::', '0:0:0:0::/64'],
    ['0:0:0:0:0:ffff:1:2:3', '0:0:0:0::/64'], // no address
    ['::1', '0:0:0:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['2001:db8::1:2:3:4', '2001:db8:0:0::/64'],
    ['2001:db8:0:1::', '2001:db8:0:1::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['1:2:3:4:5:6:192.0.2.1', '1:2:3:4::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('of %s is %s', (address, group) => {
    expect(addressGroup(address)).toBe(group);
  });

  it('is the same for all callers without an address', () => {
    expect(addressGroup(undefined)).toBe('unknown');
  });

  it('exists for text that is not an address', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-f:.%]{0,60}$/));
    fc.assert(
      fc.property(text, (address) => {
        expect(addressGroup(address)).toBeTypeOf('string');
      }),
    );
  });
});

describe('the network of an address', () => {
  it('is the first 56 bits of an IPv6 address, in every notation', () => {
    fc.assert(
      fc.property(ipv6, fc.integer({ min: 0, max: 255 }), (groups, bits) => {
        fc.pre(!isMapped(groups));
        const [a = 0, b = 0, c = 0, d = 0] = groups;
        const fourth = (d & 0xff00).toString(16);
        const expected = `${[a, b, c].map((group) => group.toString(16)).join(':')}:${fourth}::/56`;
        const neighbour = [a, b, c, (d & 0xff00) | bits, ...groups.slice(4)];
        fc.pre(!isMapped(neighbour));
        for (const one of [groups, neighbour]) {
          expect(writings(one).map(addressNetwork)).toEqual(writings(one).map(() => expected));
        }
      }),
    );
  });

  it.each(['192.0.2.1', '::ffff:192.0.2.1', '::ffff:c000:201', 'unknown', undefined])('is null for %s', (address) => {
    expect(addressNetwork(address)).toBeNull();
  });
});
