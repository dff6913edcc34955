import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const BIN = fileURLToPath(new URL('../../../bin/algotheque.js', import.meta.url));

export interface EndedMigration {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface MigrationProcess {
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<EndedMigration>;
}

/** Starts `algotheque migrate` as a new process, which ends with the test. */
export function migrateProcess(args: readonly string[]): MigrationProcess {
  const child = spawn(process.execPath, ['--conditions=@algotheque/source', BIN, 'migrate', ...args], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const ended = once(child, 'close').then(([code]: (number | null)[]) => ({ code: code ?? null, ...output }));
  return { kill: (signal) => void child.kill(signal), ended };
}
