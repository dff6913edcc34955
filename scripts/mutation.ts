/**
 * Mutation testing: changes the sources in many small ways, and tells which changes no test of the first level notices.
 *
 *     npm run mutate -- domain
 *     npm run mutate -- domain --mutate 'packages/domain/src/algos/*.ts'
 *
 * The first argument names a row of `mutation/targets.ts`, further ones go to Stryker. Works in a copy of the checkout, because the sources
 * are changed in place. The results stay in `.reports/mutation/NAME.json`: the next run tests only what has changed since. A run from
 * nothing takes hours on two cores.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { summaryOf } from './mutation/summary.ts';
import { isTarget, TARGETS } from './mutation/targets.ts';

const ROOT = join(import.meta.dirname, '..');

const [name = '', ...options] = process.argv.slice(2);
if (isTarget(name)) process.exitCode = mutated(name);
else {
  console.error(`Name what to mutate, one of: ${Object.keys(TARGETS).join(', ')}`);
  process.exitCode = 2;
}

/** @returns the exit code of Stryker */
function mutated(target: keyof typeof TARGETS): number {
  const report = join(ROOT, '.reports/mutation', `${target}.json`);
  mkdirSync(dirname(report), { recursive: true });
  const copy = mkdtempSync(join(tmpdir(), 'algotheque-mutation-'));
  try {
    copyCheckout(copy);
    const inCopy = join(copy, 'incremental.json');
    if (existsSync(report)) copyFileSync(report, inCopy);
    const { status } = spawnSync(
      'npx',
      ['stryker', 'run', 'scripts/mutation/stryker.config.json', ...argumentsOf(target)],
      {
        cwd: copy,
        env: { ...process.env, MUTATION_TARGET: target },
        stdio: 'inherit',
      },
    );
    if (existsSync(inCopy)) copyFileSync(inCopy, report);
    if (status === 0) console.log(summaryOf(JSON.parse(readFileSync(report, 'utf8'))));
    return status ?? 1;
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function argumentsOf(target: keyof typeof TARGETS): string[] {
  const all = ['--incrementalFile', 'incremental.json', ...options];
  return options.includes('--mutate') ? all : ['--mutate', TARGETS[target].mutate.join(','), ...all];
}

/** The files of the working tree that git knows, and the installed packages as links to the same files: nothing writes into those. */
function copyCheckout(copy: string): void {
  run('git ls-files -z | xargs -0 cp --parents --target-directory "$COPY"', copy);
  run('find . -name node_modules -prune -not -path "*/node_modules/*" -exec cp -al --parents {} "$COPY" ";"', copy);
}

function run(script: string, copy: string): void {
  const { status } = spawnSync('bash', ['-c', `set -o pipefail; ${script}`], {
    cwd: ROOT,
    env: { ...process.env, COPY: copy },
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`The checkout cannot be copied: ${script}`);
}
