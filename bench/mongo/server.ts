import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Bytes of the server's files, by what they are for. */
export interface DiskUse {
  readonly data: number;
  /** The journal and the replication log. */
  readonly logs: number;
}

export interface BenchServer {
  /** A URL of a database of its own. */
  readonly url: string;
  /** Stops the server, where it was started here, and tells what its files occupy; null of a server that was given. */
  stop(): Promise<DiskUse | null>;
}

/** The server at a URL, or one started by TEST_MONGODB_COMMAND on a scratch folder. */
export async function benchServer(given: string | undefined): Promise<BenchServer> {
  const database = `bench_${process.pid}`;
  if (given !== undefined) return { url: withDatabase(given, database), stop: async () => null };
  const command = process.env['TEST_MONGODB_COMMAND'];
  if (command === undefined) throw new Error('Give the URL of a MongoDB, or set TEST_MONGODB_COMMAND.');
  return startServer(command, database);
}

async function startServer(command: string, database: string): Promise<BenchServer> {
  const folder = await mkdtemp(join(tmpdir(), 'algotheque-bench-'));
  // The shell only splits the command into words: `exec` makes it the server.
  const child = spawn('sh', ['-c', `exec ${command} --port 0 --dbpath "$1"`, 'sh', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const address = await firstAddress(createInterface({ input: child.stdout }));
  child.stdout.resume();
  return {
    url: `mongodb://${address}/${database}`,
    async stop() {
      child.kill('SIGTERM'); // what was in memory is on disk when it has ended
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
    use[/log/i.test(name) ? 'logs' : 'data'] += blocks * 512; // what stat counts in
  }
  return use;
}

function withDatabase(url: string, database: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${database}`;
  return parsed.href;
}
