import { createServer } from 'node:net';
import { listenError } from './listenError.ts';

/**
 * A port that can be listened on at the host now: the one asked for, or for 0 any that is free. Mails name the port, and a
 * start that cannot listen must leave nothing behind, so it is known before anything else is opened.
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
