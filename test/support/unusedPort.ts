import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Systems give ports from 32,768 or 49,152 up to programs that ask for any. */
const PORTS = { from: 20_000, below: 32_768 };

/** A port of 127.0.0.1 on which nothing listens, for a server that starts later. Meanwhile the system gives it to no other program. */
export async function unusedPort(): Promise<number> {
  const port = randomInt(PORTS.from, PORTS.below);
  return (await isUnused(port)) ? port : unusedPort();
}

function isUnused(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer().once('error', () => resolve(false)); // whatever the reason is, another port may do
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  return promise;
}
