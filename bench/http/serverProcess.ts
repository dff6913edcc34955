import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface ServerProcess {
  readonly port: number;
  /** The processor time of all its threads, in milliseconds; 0 on systems without /proc. */
  cpuMs(): number;
  /** The resident memory now and its highest value, in bytes; 0 on systems without /proc. */
  memory(): { readonly now: number; readonly peak: number };
  /** The number of its open descriptors; 0 on systems without /proc. */
  descriptors(): number;
  /** The folder of its data. */
  readonly dataDir: string;
  stop(): Promise<void>;
}

const OURS = fileURLToPath(new URL('../../packages/server/bin/algotheque.js', import.meta.url));

interface StartOptions {
  readonly nodeOptions?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What becomes of its log. Default: it is discarded. */
  readonly log?: 'ignore' | 'inherit';
}

/** Our server with its embedded defaults, without limits. */
export function startOurs(options: StartOptions = {}): Promise<ServerProcess> {
  return start([OURS, 'serve'], options);
}

/** Starts a server of this folder. The server listens on a free port, keeps its data in ALGOTHEQUE_DATA_DIR, and prints its address. */
export function startScript(name: string, options: StartOptions = {}): Promise<ServerProcess> {
  return start([fileURLToPath(new URL(`../${name}`, import.meta.url))], options);
}

async function start(
  script: readonly string[],
  { nodeOptions = [], env = {}, log = 'ignore' }: StartOptions,
): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'algotheque-bench-'));
  const settings = {
    PORT: '0',
    ALGOTHEQUE_DATA_DIR: folder,
    ALGOTHEQUE_RATE_LIMITS: 'off',
    ALGOTHEQUE_STOP_GRACE: '0s',
    ...env,
  };
  const child = spawn(process.execPath, [...nodeOptions, '--conditions=@algotheque/source', ...script], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', log, 'pipe'],
  });
  const ended = once(child, 'exit');
  const port = await listeningPort(createInterface({ input: child.stderr }));
  child.stderr.resume(); // the rest is not needed, but a full pipe would block the server
  return {
    port,
    dataDir: folder,
    cpuMs: () => cpuMs(child.pid),
    memory: () => memory(child.pid),
    descriptors: () => (process.platform === 'linux' ? readdirSync(`/proc/${child.pid}/fd`).length : 0),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function listeningPort(lines: AsyncIterable<string>): Promise<number> {
  const seen: string[] = [];
  for await (const line of lines) {
    const port = /listens on http:\S+:(\d+)/.exec(line)?.[1];
    if (port !== undefined) return Number(port);
    seen.push(line);
  }
  throw new Error(`The server did not start:\n${seen.join('\n')}`);
}

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** From proc(5): utime and stime, the 14th and 15th field; the second, the name, may hold spaces. */
function cpuMs(pid: number | undefined): number {
  if (process.platform !== 'linux') return 0;
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond;
}

/** From proc(5): VmRSS and VmHWM, in KiB. */
function memory(pid: number | undefined): { readonly now: number; readonly peak: number } {
  if (process.platform !== 'linux') return { now: 0, peak: 0 };
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  const bytes = (field: string) => 1_024 * Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);
  return { now: bytes('VmRSS'), peak: bytes('VmHWM') };
}
