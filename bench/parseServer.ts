/** Parse Server for bench/rivals.ts, from the folder RIVALS_DIR where npm has installed it, on BENCH_MONGODB_URL. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface Application extends Handler {
  use(path: string, handler: Handler): void;
}

interface Parse {
  readonly ParseServer: new (options: object) => { readonly app: Handler; start(): Promise<void> };
}

const require = createRequire(join(process.env['RIVALS_DIR'] ?? '.', 'package.json'));
const load = (name: string): unknown => require(name);
const { ParseServer } = load('parse-server') as Parse; // the exports that their documentation names
const express = load('express') as () => Application;

const parse = new ParseServer({
  databaseURI: process.env['BENCH_MONGODB_URL'],
  appId: 'bench',
  masterKey: 'a key of the benchmark',
  serverURL: 'http://127.0.0.1/parse',
  allowClientClassCreation: true,
  silent: true,
  logsFolder: process.env['ALGOTHEQUE_DATA_DIR'], // with null it writes into the working folder
});
await parse.start();
const app = express();
app.use('/parse', parse.app);
const server = createServer(app);
server.listen(0, '127.0.0.1', () => {
  console.error(`Parse Server listens on http://127.0.0.1:${(server.address() as AddressInfo).port}`); // it listens on TCP
});
process.once('SIGTERM', () => process.exit(0));
