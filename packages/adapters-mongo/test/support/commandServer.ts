import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MongoProvider, MongoServer, ServerOptions } from './mongoServer.ts';

const READY = /listening on ([\d.]+|localhost|\[::1\]):(\d+)/;

/** Servers that a command starts. With a folder for its data the process is the server itself, so that signals reach it. */
export function commandProvider(command: string): MongoProvider {
  return { modes: ['replicaSet', 'standalone'], isControlled: true, start: (options) => start(command, options) };
}

async function start(command: string, options: ServerOptions): Promise<MongoServer> {
  const scratch = options.dbpath === undefined ? await mkdtemp(join(tmpdir(), 'algotheque-mongodb-')) : null;
  // The shell only splits the command into words: `exec` makes it the server.
  const process = spawn('sh', ['-c', `exec ${command} "$@"`, 'sh', ...argumentsOf(options, scratch)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(process, 'exit');
  const { host, port } = await listening(process);
  return {
    url: (database, extra) => `mongodb://${host}:${port}/${database}?${new URLSearchParams(extra)}`,
    host,
    port,
    pid: process.pid ?? null,
    async stop() {
      process.kill('SIGCONT');
      process.kill('SIGTERM');
      await ended;
      if (scratch !== null) await rm(scratch, { recursive: true, force: true });
    },
  };
}

function argumentsOf({ mode, port = 0, dbpath, auth }: ServerOptions, scratch: string | null): string[] {
  return [
    '--port',
    String(port),
    '--dbpath',
    dbpath ?? scratch ?? '',
    ...(mode === 'standalone' ? ['--standalone'] : []),
    ...(auth === true ? ['--auth'] : []),
  ];
}

/** Waits for the line with the address of the server. If the server ends before that, its output is the reason. */
function listening(process: ChildProcess): Promise<{ readonly host: string; readonly port: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ host: string; port: number }>();
  let output = '';
  const listen = (chunk: Buffer): void => {
    output += chunk.toString();
    const [, host, port] = READY.exec(output) ?? [];
    if (host !== undefined) resolve({ host, port: Number(port) });
  };
  process.stdout?.on('data', listen);
  process.stderr?.on('data', listen);
  process.on('error', reject);
  process.on('exit', (code) => reject(new Error(`TEST_MONGODB_COMMAND ended with ${code}: ${output.slice(-2_000)}`)));
  return promise;
}
