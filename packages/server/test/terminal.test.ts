import { expect, it } from 'vitest';
import { listeningUrl } from '../src/start/greeting.ts';

it.each([
  ['127.0.0.1', 'IPv4', 'http://127.0.0.1:3000'],
  ['127.0.0.2', 'IPv4', 'http://127.0.0.2:3000'],
  ['192.0.2.7', 'IPv4', 'http://192.0.2.7:3000'],
  ['0.0.0.0', 'IPv4', 'http://0.0.0.0:3000'],
  ['::1', 'IPv6', 'http://[::1]:3000'],
  ['::', 'IPv6', 'http://[::]:3000'],
])('a server on %s (%s) says %s', (address, family, url) => {
  expect(listeningUrl({ address, family, port: 3000 })).toBe(url);
});
