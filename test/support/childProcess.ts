import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export interface Child {
  readonly pid: number;
  /** The lines of its output, in the order in which they come. */
  readonly lines: AsyncIterator<string>;
  /** Ends the input of the child, which waits for that. */
  go(): void;
  /** Kills it, as in a crash; resolves when it has ended. */
  kill(): Promise<void>;
}

/** Runs a script in a new process, which ends with the test. */
export function startChild(script: URL, ...args: readonly string[]): Child {
  return startChildWith({}, script, ...args);
}

/** The same, with more in its environment. */
export function startChildWith(env: Readonly<Record<string, string>>, script: URL, ...args: readonly string[]): Child {
  const argv = ['--conditions=@algotheque/source', fileURLToPath(script), ...args];
  const child = spawn(process.execPath, argv, { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, ...env } });
  const ended = once(child, 'exit');
  onTestFinished(() => kill(child, ended));
  return {
    pid: child.pid ?? Number.NaN,
    lines: createInterface(child.stdout)[Symbol.asyncIterator](),
    go: () => child.stdin.end(),
    kill: () => kill(child, ended),
  };
}

/** The child's next line; throws when it has ended. */
export async function nextLine(child: Child): Promise<string> {
  const { value, done } = await child.lines.next();
  if (done === true) throw new Error('The child process ended');
  return value;
}

async function kill(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}
