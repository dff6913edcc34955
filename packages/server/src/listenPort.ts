import { createServer } from 'node:net';
import { isError } from '@algotheque/domain';
import { errorCode, SettingsError } from './startError.ts';

/** Lower ports need a privilege. */
const UNPRIVILEGED = 1_024;

/** Where to listen, and the names of the settings that say so. */
interface ListenPlace {
  readonly host: string;
  readonly port: number;
  /** Default: HOST and PORT. */
  readonly settings?: { readonly host: string; readonly port: string };
}

const REQUESTS = { host: 'HOST', port: 'PORT' };

/** The system's message about an address that cannot be used to listen on, with its setting. */
export function listenError(error: unknown, { host, port, settings = REQUESTS }: ListenPlace): unknown {
  if (!isError(error) || !('syscall' in error)) return error;
  const code = errorCode(error);
  const options = { cause: error };
  if (code === 'EADDRINUSE')
    return new SettingsError(`${settings.port}: ${port} is taken on ${host} (${code})`, options);
  if (code === 'EACCES' && port > 0 && port < UNPRIVILEGED) {
    return new SettingsError(`${settings.port}: this user may not listen on ${port} (${code})`, options);
  }
  return new SettingsError(`${settings.host}: this machine cannot listen on ${host} (${code})`, options);
}

/**
 * A free port at the host: the one asked for, or any free one for 0. Mails name the port, and a start that cannot
 * listen must leave nothing behind, so it is determined before anything is opened.
 * @throws SettingsError that names HOST or PORT
 */
export function freePort(host: string, wanted: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const server = createServer().once('error', (error) => reject(listenError(error, { host, port: wanted })));
  server.listen(wanted, host, () => {
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : wanted;
    server.close(() => resolve(port));
  });
  return promise;
}
