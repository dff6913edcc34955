import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, onTestFinished } from 'vitest';

const SOURCES = ['calls.c', 'faults.c', 'record.c'].map((name) => fileURLToPath(new URL(name, import.meta.url)));

/** The kinds of system calls that can fail. `open` includes reading a folder, `unlink` includes removing a folder. */
export const CALLS = [
  'open',
  'read',
  'write',
  'fsync',
  'ftruncate',
  'stat',
  'rename',
  'link',
  'unlink',
  'mkdir',
] as const;

export type Call = (typeof CALLS)[number];

/** In place of an error number: a write writes half of its data. */
export const SHORT_WRITE = -1;

/** How system calls behave in a process that has loaded the library; faults.c has the details. */
export interface FaultRule {
  readonly call: Call;
  /** A part of the path; with `$` at its end, the end of the path. No blanks. */
  readonly path: string;
  /** How many calls succeed first. Default: 0. */
  readonly skip?: number;
  /** How many calls fail after that. Default: all. */
  readonly count?: number;
  /** A number of errno.h, or SHORT_WRITE; with 0 the call succeeds. */
  readonly errno: number;
  readonly delayMs?: number;
}

export interface Faults {
  /** The environment of a process that these rules apply to. */
  readonly env: Readonly<Record<string, string>>;
  /** Replaces all rules, also in running processes. */
  set(...rules: readonly FaultRule[]): void;
  /** The calls that matched a rule, as `CALL PATH`. */
  hits(): readonly string[];
}

const ALL = 1_000_000;

/** Why the library cannot be built here, for the titles of skipped tests; null if it can be built. */
export function noFaults(): string | null {
  if (process.platform !== 'linux') return 'faults of system calls are made on Linux only';
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'there is no C compiler (cc) to make system calls fail with';
  }
}

/** The library, which is built once for a file of tests. */
let built: string | null = null;
afterAll(() => {
  if (built !== null) rmSync(dirname(built), { recursive: true, force: true });
  built = null;
});

function libraryPath(): string {
  if (built !== null) return built;
  const folder = mkdtempSync(join(tmpdir(), 'algotheque-faults-'));
  built = join(folder, 'faults.so');
  execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', built, ...SOURCES, '-ldl', '-lpthread']);
  return built;
}

/** The library, with rules for a test. */
export function buildFaults(): Faults {
  const folder = mkdtempSync(join(tmpdir(), 'algotheque-faults-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return buildFaultsIn(folder);
}

/** The library, with rules in a folder that the caller removes. */
export function buildFaultsIn(folder: string): Faults {
  const rulesFile = join(folder, 'rules');
  return {
    env: { LD_PRELOAD: libraryPath(), FAULTS: rulesFile },
    set(...rules) {
      writeFileSync(`${rulesFile}.new`, rules.map(lineOf).join(''));
      renameSync(`${rulesFile}.new`, rulesFile); // a complete new file: processes notice the change by its inode
    },
    hits: () =>
      existsSync(`${rulesFile}.hits`) ? readFileSync(`${rulesFile}.hits`, 'utf8').trimEnd().split('\n') : [],
  };
}

function lineOf({ call, path, skip = 0, count = ALL, errno, delayMs = 0 }: FaultRule): string {
  return `${call} ${path} ${skip} ${count} ${errno} ${delayMs}\n`;
}
