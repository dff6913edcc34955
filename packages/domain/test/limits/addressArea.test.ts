import { expect, it } from 'vitest';
import { addressArea } from '../../src/address.ts';

it.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['192.0.2.78', '192.0.2.0/24'],
  ['255.255.255.255', '255.255.255.0/24'],
  ['::ffff:192.0.2.77', '192.0.2.0/24'],
  ['::FFFF:c000:24d', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:DB8:0001::6', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8::/48'],
  ['2001:0:1::1', '2001:0:1::/48'],
  ['fe80::1%eth0', 'fe80::/48'],
  ['::1', '::/48'],
  ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'ffff:ffff:ffff::/48'],
])('of the address %s people see the network %s', (address, area) => {
  expect(addressArea(address)).toBe(area);
});

it.each([
  undefined,
  '',
  'unknown',
  '/run/socket',
  '1.2.3',
  '1.2.3.4.5',
  '1.2.3.256',
  '1.2.3.x',
  '1.2.3.4x',
  '1.2.3.0004',
  'a:b',
  'g::1',
  '12345::1',
  'g1::1',
  '1g::1',
])('of %j, which is no address, nothing', (text) => {
  expect(addressArea(text)).toBeNull();
});
