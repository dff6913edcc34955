import { createServer } from 'node:net';
import { SettingsError } from './settings/loadSettings.ts';
import { errorCode } from './startError.ts';

/** Lower ports need a privilege. */
const UNPRIVILEGED = 1_024;

/** The system's message about an address that cannot be used to listen on, with its setting. */
export function listenError(error: unknown, { host, port }: { readonly host: string; readonly port: number }): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  const code = errorCode(error);
  if (code === 'EADDRINUSE') return new SettingsError(`PORT: ${port} is taken on ${host} (${code})`, { cause: error });
  if (code === 'EACCES' && port > 0 && port < UNPRIVILEGED) {
    return new SettingsError(`PORT: this user may not listen on ${port} (${code})`, { cause: error });
  }
  return new SettingsError(`HOST: this machine cannot listen on ${host} (${code})`, { cause: error });
}

/**
 * A free port at the host: the one asked for, or any free one for 0. Mails name the port, and a start that cannot
 * listen must leave nothing behind, so it is determined before anything is opened.
 * @throws SettingsError that names HOST or PORT
 */
export function freePort(host: string, wanted = 0): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const server = createServer().once('error', (error) => reject(listenError(error, { host, port: wanted })));
  server.listen(wanted, host, () => {
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : wanted;
    server.close(() => resolve(port));
  });
  return promise;
}
