import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { LATER_FILES } from './testLevels.ts';

const ROOT = join(import.meta.dirname, '..');
/** The tests that produce every answer: those of the routes in the first level, which run in one process. */
const FILES = 'packages/http-koa/test/**/*.test.ts';

interface Description {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly operationId: string; readonly responses: object }>>>
  >;
}

/**
 * Fails a run that has all tests of the HTTP routes in one process if a status of docs/openapi.json was in no answer. A run with fewer
 * tests is not checked.
 */
export class AnswerCoverage implements Reporter {
  #folder: string | null = null;
  #isWhole = false;

  onInit(vitest: Vitest): void {
    this.#isWhole = vitest.config.testNamePattern === undefined;
    this.#folder = mkdtempSync(join(tmpdir(), 'algotheque-answers-'));
    process.env['ANSWERS_SEEN'] = this.#folder; // the processes of the tests inherit it
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const folder = this.#folder;
    if (folder === null || !existsSync(folder)) return;
    const seen = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'));
    rmSync(folder, { recursive: true });
    if (!this.#isWhole || !areAll(modules)) return;
    const missing = described().filter((answer) => !seen.includes(answer));
    if (missing.length === 0) return;
    console.error(`docs/openapi.json describes answers that no test produced:\n${missing.join('\n')}`);
    process.exitCode = 1;
  }
}

function areAll(modules: readonly TestModule[]): boolean {
  const passed = modules
    .filter((module) => module.state() === 'passed')
    .map(({ moduleId }) => relative(ROOT, moduleId));
  return globSync(FILES, { cwd: ROOT, exclude: LATER_FILES }).every((file) => passed.includes(file));
}

/** Name of the route and status, as tests note them. */
function described(): readonly string[] {
  const { paths }: Description = JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8'));
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  return operations.flatMap(({ operationId, responses }) =>
    Object.keys(responses).map((status) => `${operationId} ${status}`),
  );
}
