import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface MongoServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** A server that TEST_MONGODB_COMMAND starts on a temporary folder. */
export async function mongoServer(): Promise<MongoServer> {
  const command = process.env['TEST_MONGODB_COMMAND'];
  if (command === undefined) throw new Error('Set TEST_MONGODB_COMMAND.');
  const folder = await mkdtemp(join(tmpdir(), 'algotheque-bench-'));
  // The shell only splits the command into words; with `exec` its process becomes the server.
  const child = spawn('sh', ['-c', `exec ${command} --port 0 --dbpath "$1"`, 'sh', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const address = await firstAddress(createInterface({ input: child.stdout }));
  child.stdout.resume();
  return {
    url: `mongodb://${address}/bench`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
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
