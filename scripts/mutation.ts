/**
 * Mutation testing: changes the sources in many small ways, and tells which changes no test of the first level notices.
 *
 *     npm run mutate -- domain
 *     npm run mutate -- domain users
 *
 * The arguments name a row of `mutation/targets.ts`, and passes of it if not all are wanted. Works in a copy of the checkout, because the sources are
 * changed in place. The results stay in `.reports/mutation`: the next run tests only what has changed since. Each pass runs the tests
 * of its folder, which takes a tenth of the time of all tests. What these do not notice is tried again with all tests of the target.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Report, rangesOfMissed, summaryOf } from './mutation/summary.ts';
import { isTarget, type Pass, passesOf, secondPass, TARGETS } from './mutation/targets.ts';

const ROOT = join(import.meta.dirname, '..');
const REPORTS = join(ROOT, '.reports/mutation');

const [name = '', ...wanted] = process.argv.slice(2);
if (isTarget(name)) mutate(name);
else {
  console.error(`Name what to mutate, one of: ${Object.keys(TARGETS).join(', ')}`);
  process.exitCode = 2;
}

function mutate(target: keyof typeof TARGETS): void {
  const copy = mkdtempSync(join(tmpdir(), 'algotheque-mutation-'));
  try {
    copyCheckout(copy);
    const passes = passesOf(target).filter((pass) => wanted.length === 0 || wanted.includes(pass.name));
    const first = passes.map((pass) => runPass(copy, target, pass));
    const ranges = first.flatMap(rangesOfMissed);
    const second = ranges.length === 0 ? [] : [runPass(copy, target, secondPass(target, ranges))];
    console.log(summaryOf(first, second));
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** @throws Error if Stryker fails */
function runPass(copy: string, target: string, { name: pass, mutate, tests }: Pass): Report {
  const kept = join(REPORTS, `${target}-${pass}.json`);
  const report = join(copy, 'incremental.json');
  rmSync(report, { force: true });
  if (existsSync(kept)) copyFileSync(kept, report);
  console.log(`${target}, ${pass}`);
  const options = ['--mutate', mutate.join(','), '--incrementalFile', report];
  const { status } = spawnSync('npx', ['stryker', 'run', 'scripts/mutation/stryker.config.json', ...options], {
    cwd: copy,
    env: { ...process.env, MUTATION_TESTS: tests.join(' ') },
    stdio: 'inherit',
  });
  mkdirSync(REPORTS, { recursive: true });
  if (existsSync(report)) copyFileSync(report, kept);
  if (status !== 0) throw new Error(`Stryker ended with ${status}`);
  return JSON.parse(readFileSync(report, 'utf8'));
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
