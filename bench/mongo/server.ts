import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The bytes of the server's files, by purpose. */
export interface DiskUse {
  readonly data: number;
  /** The journal and the replication log. */
  readonly logs: number;
}

export interface BenchServer {
  /** The URL of a database that only this process uses. */
  readonly url: string;
  /** Stops the server and resolves to the sizes of its files; null if the server was not started here, which goes on. */
  stop(): Promise<DiskUse | null>;
}

/** The server at a URL, or one that TEST_MONGODB_COMMAND starts on a temporary folder. */
export async function benchServer(given: string | undefined): Promise<BenchServer> {
  const database = `bench_${process.pid}`;
  if (given !== undefined) return { url: withDatabase(given, database), stop: async () => null };
  const command = process.env['TEST_MONGODB_COMMAND'];
  if (command === undefined) throw new Error('Give the URL of a MongoDB, or set TEST_MONGODB_COMMAND.');
  return startServer(command, database);
}

async function startServer(command: string, database: string): Promise<BenchServer> {
  const folder = await mkdtemp(join(tmpdir(), 'algotheque-bench-'));
  // The shell only splits the command into words; with `exec` its process becomes the server.
  const child = spawn('sh', ['-c', `exec ${command} --port 0 --dbpath "$1"`, 'sh', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const address = await firstAddress(createInterface({ input: child.stdout }));
  child.stdout.resume();
  return {
    url: `mongodb://${address}/${database}`,
    async stop() {
      child.kill('SIGTERM'); // the server writes its memory to disk before it ends
      await ended;
      const use = await diskUse(folder);
      await rm(folder, { recursive: true, force: true });
      return use;
    },
  };
}

async function firstAddress(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const address = /listening on (\S+:\d+)/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error('TEST_MONGODB_COMMAND ended before it listened.');
}

async function diskUse(folder: string): Promise<DiskUse> {
  const use = { data: 0, logs: 0 };
  for (const name of await readdir(folder)) {
    const { blocks } = await stat(join(folder, name));
    use[/log/i.test(name) ? 'logs' : 'data'] += blocks * 512; // stat counts blocks of 512 bytes
  }
  return use;
}

function withDatabase(url: string, database: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${database}`;
  return parsed.href;
}
