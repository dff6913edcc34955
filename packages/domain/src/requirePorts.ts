import type { Ports } from './ports.ts';

const NEEDED: Readonly<Record<keyof Ports, true>> = {
  users: true,
  algos: true,
  folders: true,
  tokenStore: true,
  accessTokens: true,
  files: true,
  hasher: true,
  mailTokens: true,
  mailer: true,
  limiter: true,
  deletions: true,
  audit: true,
  clock: true,
  validator: true,
};

/**
 * Not every embedder has a compiler: better now than in the middle of a request.
 * @throws TypeError that names the ports which are missing
 */
export function requirePorts(ports: unknown): void {
  const given = Object(ports);
  const missing = Object.keys(NEEDED).filter((name) => Reflect.get(given, name) == null);
  if (missing.length > 0) throw new TypeError(`Ports are missing: ${missing.join(', ')}`);
}
