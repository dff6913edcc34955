import { spawn } from 'node:child_process';
import type { StepCache } from './stepCache.ts';

export interface Step {
  readonly name: string;
  /** Program and arguments. It runs in the root of the repository and passes if its exit code is 0. */
  readonly command: readonly [string, ...string[]];
  /** Which files of the repository it depends on, by their paths below the root. Default: all. */
  readonly inputs?: (file: string) => boolean;
  /** A file that it makes, below the root: without it, it runs again. */
  readonly makes?: string;
}

interface Options {
  readonly root: string;
  /** How many chains run at the same time. */
  readonly atOnce: number;
  /** Gets each line of the report. Default: writes it to the console. */
  readonly print?: (line: string) => void;
  /** Steps that have passed on the same files are not run again. Default: every step runs. */
  readonly cache?: StepCache | undefined;
}

/** Runs the steps of each chain in order until one fails, and reports each step. Resolves to true if all passed. */
export async function runChains(
  chains: readonly (readonly Step[])[],
  { root, atOnce, print = console.log, cache }: Options,
): Promise<boolean> {
  const waiting = [...chains];
  const results: boolean[] = [];
  const takeNext = async (): Promise<void> => {
    for (let chain = waiting.shift(); chain !== undefined; chain = waiting.shift()) {
      results.push(await runChain(chain, { root, print, cache }));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, takeNext));
  return results.every(Boolean);
}

async function runChain(
  chain: readonly Step[],
  { root, print, cache }: Required<Pick<Options, 'root' | 'print'>> & Pick<Options, 'cache'>,
): Promise<boolean> {
  for (const [index, step] of chain.entries()) {
    if (cache?.hasPassed(step) === true) {
      print(`passed ${step.name.padEnd(12)} on the same files`);
      continue;
    }
    const startedMs = performance.now();
    const { code, output } = await run(step.command, root);
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    print(`${code === 0 ? 'passed' : 'FAILED'} ${step.name.padEnd(12)} ${seconds.padStart(5)} s`);
    if (code === 0) {
      cache?.passed(step);
      continue;
    }
    print(output.trimEnd() || `ended with ${code} and no output`);
    for (const { name } of chain.slice(index + 1)) print(`FAILED ${name.padEnd(12)} not run: it needs ${step.name}`);
    return false;
  }
  return true;
}

/** Runs a program to its end, without input. `code` is null when a signal ended it. */
function run([program, ...args]: Step['command'], cwd: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output: Buffer.concat(output).toString() }));
  });
}
