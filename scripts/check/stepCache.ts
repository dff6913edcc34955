import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Step } from './runChains.ts';

/** Remembers which steps have passed, and on which content of which files. */
export interface StepCache {
  /** Whether the step has passed on these very files, with this command and this Node. */
  hasPassed(step: Step): boolean;
  /** The step has passed on the files that `hasPassed` has seen. */
  passed(step: Step): void;
}

/** The cache of the checkout at `root`, in the JSON file at `path`, which is made if it is absent. One that is damaged is empty. */
export function openStepCache(root: string, path: string): StepCache {
  const digests = digestsOf(root);
  const known = readOrEmpty(path);
  const keyOf = ({ name, command, inputs }: Step): string => {
    const files = [...digests].filter(([file]) => inputs?.(file) ?? true);
    return digestOf(JSON.stringify([process.version, name, command, files]));
  };
  const keys = new Map<string, string>();
  const key = (step: Step): string => {
    const found = keys.get(step.name) ?? keyOf(step);
    keys.set(step.name, found);
    return found;
  };
  return {
    hasPassed: (step) => known[step.name] === key(step) && existsSync(join(root, step.makes ?? '')),
    passed(step) {
      known[step.name] = key(step);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, JSON.stringify(known));
    },
  };
}

/** The files that git tracks or would track, with the digest of what they hold now. */
function digestsOf(root: string): ReadonlyMap<string, string> {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  const files = list
    .toString()
    .split('\0')
    .filter((file) => file !== '')
    .toSorted();
  return new Map(files.map((file) => [file, digestOfFile(join(root, file))]));
}

function digestOfFile(path: string): string {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true ? digestOf(readFileSync(path)) : 'no file';
}

const digestOf = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

function readOrEmpty(path: string): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof kept === 'object' && kept !== null ? { ...kept } : {};
  } catch {
    return {}; // it only saves time
  }
}
