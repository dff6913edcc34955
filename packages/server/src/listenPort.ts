import { createServer } from 'node:net';
import { isError } from '@algotheque/domain';
import { errorCode, SettingsError } from './startError.ts';

interface ListenPlace {
  readonly host: string;
  readonly port: number;
}

/** The error about an address that cannot be listened on, with its settings; all other errors are returned unchanged. */
export function listenError(error: unknown, { host, port }: ListenPlace, settings = 'HOST, PORT'): unknown {
  if (!isError(error) || !('syscall' in error)) return error;
  const isTaken = errorCode(error) === 'EADDRINUSE' ? ', which is taken' : '';
  const place = `port ${port} of ${host}${isTaken}`;
  return new SettingsError(`${settings}: cannot listen on ${place} (${errorCode(error)})`, { cause: error });
}

/**
 * A free port at the host: the one asked for, or any free one for 0. Mails name the port, and a start that cannot
 * listen must leave nothing behind, so it is determined before anything is opened.
 * @throws SettingsError that names HOST and PORT
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
