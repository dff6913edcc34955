import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface RunningServer {
  readonly url: string;
  /** SIGTERM; resolves when the server has ended. */
  stop(): Promise<void>;
}

const command = fileURLToPath(new URL('../packages/server/bin/algotheque.js', import.meta.url));

/** Starts `algotheque serve` on a free port, with its data in the folder given. */
export async function startServer(dataDir: string): Promise<RunningServer> {
  const env = { ...process.env, PORT: '0', ALGOTHEQUE_DATA_DIR: dataDir, ALGOTHEQUE_LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, ['--conditions=@algotheque/source', command, 'serve'], {
    env,
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const ended = once(child, 'exit');
  const url = await firstUrl(createInterface({ input: child.stderr }));
  child.stderr.resume(); // the rest is not needed, but a full pipe would block the server
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The address from the start-up lines, all of which go to standard error. */
async function firstUrl(lines: AsyncIterable<string>): Promise<string> {
  const seen: string[] = [];
  for await (const line of lines) {
    const url = /listens on (http:\S+)/.exec(line)?.[1];
    if (url !== undefined) return url;
    seen.push(line);
  }
  throw new Error(`The server did not start:\n${seen.join('\n')}`);
}
