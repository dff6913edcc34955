import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const SOURCE = fileURLToPath(new URL('./faults.c', import.meta.url));

/** What becomes of calls of the system in a process that the library is loaded into; faults.c says more. */
export interface FaultRule {
  readonly call: 'fsync' | 'write' | 'ftruncate' | 'unlink' | 'rename' | 'open' | 'stat';
  /** A part of the path, or with `$` after it its end; no blanks. */
  readonly path: string;
  /** Calls that pass first. Default: 0. */
  readonly skip?: number;
  /** Calls that fail after that. Default: all. */
  readonly count?: number;
  /** A number of errno.h; 0 passes. */
  readonly errno: number;
  readonly delayMs?: number;
}

export interface Faults {
  /** The environment of a process whose calls these rules are for. */
  readonly env: Readonly<Record<string, string>>;
  /** Replaces all rules, in processes that run as well. */
  set(...rules: readonly FaultRule[]): void;
  /** The calls that rules have met, as `CALL PATH`. */
  hits(): readonly string[];
}

const ALL = 1_000_000;

/** Why no library can be built here, for one line beside the tests that are skipped then; null where it can. */
export function noFaults(): string | null {
  if (process.platform !== 'linux') return 'faults of system calls are made on Linux only';
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'there is no C compiler (cc) to make system calls fail with';
  }
}

/** Builds the library for the test that calls. */
export function buildFaults(): Faults {
  const folder = mkdtempSync(join(tmpdir(), 'algotheque-faults-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [library, rulesFile] = [join(folder, 'faults.so'), join(folder, 'rules')];
  execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, SOURCE, '-ldl', '-lpthread']);
  return {
    env: { LD_PRELOAD: library, FAULTS: rulesFile },
    set(...rules) {
      writeFileSync(`${rulesFile}.new`, rules.map(lineOf).join(''));
      renameSync(`${rulesFile}.new`, rulesFile); // whole, and a new file: that is how a change is seen
    },
    hits: () =>
      existsSync(`${rulesFile}.hits`) ? readFileSync(`${rulesFile}.hits`, 'utf8').trimEnd().split('\n') : [],
  };
}

function lineOf({ call, path, skip = 0, count = ALL, errno, delayMs = 0 }: FaultRule): string {
  return `${call} ${path} ${skip} ${count} ${errno} ${delayMs}\n`;
}
