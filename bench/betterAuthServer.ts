/**
 * better-auth for bench/rivals.ts, from the folder RIVALS_DIR where npm has installed it. It runs on node:sqlite, as
 * durable as our store, without limits and telemetry; all other options have their defaults.
 */
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

interface BetterAuth {
  readonly betterAuth: (options: object) => object;
  readonly toNodeHandler: (auth: object) => RequestListener;
  readonly getMigrations: (options: object) => Promise<{ runMigrations(): Promise<void> }>;
}

const require = createRequire(join(process.env['RIVALS_DIR'] ?? '.', 'package.json'));
const load = async (name: string): Promise<BetterAuth> =>
  (await import(pathToFileURL(require.resolve(name)).href)) as BetterAuth; // the exports that its documentation names

const { betterAuth } = await load('better-auth');
const { toNodeHandler } = await load('better-auth/node');
const { getMigrations } = await load('better-auth/db/migration');

const database = new DatabaseSync(join(process.env['ALGOTHEQUE_DATA_DIR'] ?? '.', 'better-auth.db'));
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
const options = {
  database,
  secret: 'a secret of the benchmark, 32 bytes or more',
  baseURL: 'http://127.0.0.1',
  emailAndPassword: { enabled: true, autoSignIn: false },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { disabled: true },
};
const auth = betterAuth(options);
await (await getMigrations(options)).runMigrations();

const server = createServer(toNodeHandler(auth));
server.listen(0, '127.0.0.1', () => {
  console.error(`better-auth listens on http://127.0.0.1:${(server.address() as AddressInfo).port}`); // it listens on TCP
});
process.once('SIGTERM', () => process.exit(0));
