import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

const BIN = fileURLToPath(new URL('../../bin/algotheque.js', import.meta.url));

type Env = Readonly<Record<string, string>>;

// Stops the servers of tests that failed before they stopped them. This runs after all tests of the importing file.
const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** Open descriptors for its standard streams. Default: pipes that are read. */
export interface Streams {
  readonly stdout?: number;
  readonly stderr?: number;
}

interface Launching extends Streams {
  readonly cwd?: string;
}

/** `algotheque` as a process, as a user runs it. Of the test's environment it has only the search path of programs. */
function launch(args: readonly string[], env: Env, { stdout, stderr, cwd }: Launching = {}): ChildProcess {
  const child = spawn(process.execPath, ['--conditions=@algotheque/source', BIN, ...args], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', stdout ?? 'pipe', stderr ?? 'pipe'],
    ...(cwd !== undefined && { cwd }),
  });
  running.add(child);
  return child.once('exit', () => running.delete(child));
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts a command, for a test that ends it. Its output is dropped. */
export function spawnCommand(args: readonly string[], env: Env): ChildProcess {
  const child = launch(args, env);
  for (const stream of [child.stdout, child.stderr]) stream?.resume();
  return child;
}

/** Runs a command to its end, in the folder `cwd`. Default: that of the test. */
export async function runCommand(args: readonly string[], env: Env, cwd?: string): Promise<Ended> {
  return startCommand(args, env, cwd).ended;
}

/** Starts a command. */
export function startCommand(
  args: readonly string[],
  env: Env,
  cwd?: string,
): { readonly ended: Promise<Ended>; kill(signal: NodeJS.Signals): void } {
  const child = launch(args, env, cwd === undefined ? {} : { cwd });
  const output = listen(child);
  const ended = once(child, 'close').then(([code]: (number | null)[]) => ({ code: code ?? null, ...output() }));
  return { ended, kill: (signal) => void child.kill(signal) };
}

export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** Its output so far. */
  output(): { readonly stdout: string; readonly stderr: string };
  /** The exit code once it has ended by itself or by a signal; null for the latter. */
  readonly ended: Promise<number | null>;
  /** Sends a signal and resolves to the exit code, or null when the signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** The server has ended before its first line. */
export class RefusedStart extends Error {
  override readonly name = 'RefusedStart';
  readonly code: number | null;
  readonly stderr: string;

  constructor(code: number | null, stderr: string) {
    super(`The server did not start: ${stderr}`);
    this.code = code;
    this.stderr = stderr;
  }
}

/**
 * Starts `algotheque serve` on a free port, to stop without a grace, and waits for its first line; one with standard error elsewhere needs
 * a PORT.
 */
export async function startServer(env: Env, streams: Streams = {}): Promise<ServerProcess> {
  const child = launch(['serve'], { PORT: '0', ALGOTHEQUE_STOP_GRACE: '0s', ...env }, streams);
  const output = listen(child);
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null);
  const { PORT } = env;
  const serving =
    streams.stderr === undefined || PORT === undefined ? firstUrl(child, output) : firstAnswer(PORT, child);
  const url = await Promise.race([serving, ended.then(() => null)]);
  if (url === null) throw new RefusedStart(await ended, output().stderr);
  return {
    url,
    pid: child.pid ?? 0,
    output,
    ended,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

/** Starts `algotheque serve` and kills it when `isTime` resolves, or when it is ready. @returns whether it was not ready yet */
export async function killInStart(env: Env, isTime: Promise<void>): Promise<boolean> {
  const child = launch(['serve'], { PORT: '0', ...env });
  const output = listen(child);
  const ended = once(child, 'close');
  const isEarly = await Promise.race([
    isTime.then(() => true),
    firstUrl(child, output).then(() => false),
    ended.then(() => Promise.reject(new Error(`The server did not start: ${output().stderr}`))),
  ]);
  child.kill('SIGKILL');
  await ended;
  return isEarly;
}

function listen(child: ChildProcess): () => { stdout: string; stderr: string } {
  const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  child.stdout?.on('data', (chunk: Buffer) => chunks.stdout.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => chunks.stderr.push(chunk));
  const text = (parts: Buffer[]) => Buffer.concat(parts).toString();
  return () => ({ stdout: text(chunks.stdout), stderr: text(chunks.stderr) });
}

function firstUrl(child: ChildProcess, output: () => { stderr: string }): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  child.stderr?.on('data', () => {
    // This line is the last one of the start, so all lines have come.
    const url = / listens on (http:\S+)[\s\S]* mails /.exec(output().stderr)?.[1];
    // Some tests name their own address, which must be of the same family.
    if (url !== undefined) resolve(url.replace('//localhost:', '//127.0.0.1:'));
  });
  return promise;
}

async function firstAnswer(port: string, child: ChildProcess): Promise<string> {
  const url = `http://127.0.0.1:${port}`;
  while (child.exitCode === null) {
    const answer = await fetch(`${url}/healthz`).catch(() => null); // nothing listens yet
    if (answer?.ok === true) return url;
  }
  return url;
}
