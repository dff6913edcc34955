import { lookup, Resolver } from 'node:dns/promises';
import { connect, isIP, isIPv4, type Socket } from 'node:net';
import { isLoopback } from './smtpUrl.ts';

/** How long an answer waits for those of the other family, in milliseconds. */
const GRACE_MS = 300;

interface Asked {
  resolve4(host: string): Promise<string[]>;
  resolve6(host: string): Promise<string[]>;
}

/**
 * The addresses of a name, by the system and by the DNS. Who answers first decides soon: a resolver that is silent about one
 * family does not keep mails from going out.
 */
export async function addressesOf(host: string, resolver: Asked = new Resolver()): Promise<readonly string[]> {
  const system = lookup(host, { all: true }).then((found) => found.map(({ address }) => address));
  if (isLoopback(host)) return system;
  const asked = [system, resolver.resolve4(host), resolver.resolve6(host)];
  const found = new Set<string>();
  const keep = (addresses: readonly string[]): void => {
    for (const one of addresses) found.add(one);
  };
  for (const each of asked) each.then(keep, () => {}); // an error counts only if nobody answers
  await Promise.any(asked).catch(() => system); // the error of the system is the clearest
  await Promise.race([Promise.allSettled(asked), new Promise((resolve) => setTimeout(resolve, GRACE_MS).unref())]);
  return [...found];
}

/** A connection to a host by its name, tried at all its addresses. */
export async function connectTo(
  { host, port }: { readonly host: string; readonly port: number },
  { timeoutMs, find = addressesOf }: { readonly timeoutMs: number; readonly find?: typeof addressesOf },
): Promise<Socket> {
  const addresses = isIP(host) === 0 ? await find(host) : [host];
  const all = addresses.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }));
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect({ host, port, autoSelectFamily: true, lookup: (_name, _options, done) => done(null, all) });
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('The connection was not made in time')));
  socket.once('error', reject).once('connect', () => {
    socket.removeAllListeners('timeout').removeListener('error', reject).setTimeout(0);
    resolve(socket);
  });
  return promise;
}
