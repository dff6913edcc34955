import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MongoClient } from 'mongodb';
import { unusedPort } from '../../../../test/support/unusedPort.ts';
import { type MongoStore, type MongoStoreOptions, openMongoStore } from '../../src/index.ts';
import type { MongoProvider, MongoServer, ServerOptions } from './mongoServer.ts';

type Started = Pick<ServerOptions, 'auth'>;

/** A server with a fixed address. Its data stays when it ends, for tests that stop and kill it. */
export interface KeptServer {
  /** A URL of its database `x`, with short waits, and with user and password if there are any. */
  url(credentials?: string, options?: Readonly<Record<string, string>>): string;
  /** The database past the adapter; closed with the rest. */
  client(credentials?: string): MongoClient;
  /** A store on it that reports nothing; closed with the rest. */
  open(options?: Partial<MongoStoreOptions>): MongoStore;
  start(options?: Started): Promise<void>;
  stop(): Promise<void>;
  /** Makes it hang: connections stay open, but no answers come. */
  hang(): Promise<void>;
  goOn(): void;
  /** Kills it. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

async function hasStopped(pid: number | null): Promise<boolean> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'state=', '-p', String(pid)]);
  return stdout.trim().startsWith('T');
}

export async function startKept(provider: MongoProvider, mode: ServerOptions['mode']): Promise<KeptServer> {
  const dbpath = await mkdtemp(join(tmpdir(), 'algotheque-mongodb-'));
  const opened: { close(): Promise<void> }[] = [];
  let server: MongoServer = await provider.start({ mode, dbpath, port: await unusedPort() });
  const { host, port } = server;
  const signal = (name: NodeJS.Signals): void => {
    if (server.pid !== null) process.kill(server.pid, name);
  };
  const url: KeptServer['url'] = (credentials = '', options = {}) => {
    const query = { directConnection: 'true', authSource: 'admin', ...options };
    return `mongodb://${credentials}${host}:${port}/x?${new URLSearchParams(query)}`;
  };
  const kept = <Opened extends { close(): Promise<void> }>(it: Opened): Opened => {
    opened.push(it);
    return it;
  };
  return {
    url,
    client: (credentials) => kept(new MongoClient(url(credentials))),
    open: (options) => kept(openMongoStore({ url: url(), onProblem: () => {}, ...options })),
    async start(options) {
      server = await provider.start({ mode, dbpath, port, ...options });
    },
    stop: () => server.stop(),
    async hang() {
      signal('SIGSTOP');
      while (!(await hasStopped(server.pid))) signal('SIGSTOP'); // the signal takes effect when one of the threads runs
    },
    goOn: () => signal('SIGCONT'),
    async kill() {
      signal('SIGKILL');
      await server.stop();
    },
    async close() {
      await Promise.all(opened.map((it) => it.close()));
      await server.stop();
      await rm(dbpath, { recursive: true, force: true });
    },
  };
}
