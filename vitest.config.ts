import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { AnswerCoverage } from './scripts/answerCoverage.ts';
import { lastLine } from './scripts/lastLine.ts';
import { PROJECTS } from './scripts/testLevels.ts';

// Node loads the installed packages, and does not know the condition `module`, which is for bundlers.
const conditions = defaultServerConditions.filter((condition) => condition !== 'module');

// The processes of the tests find the code there that others have compiled.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

const report = process.env['TEST_REPORT'];

export default defineConfig({
  // Under vitest only `ssr.resolve` decides what a workspace package resolves to: its sources, never a stale dist.
  ssr: { resolve: { conditions: ['@algotheque/source', ...conditions] } },
  test: {
    projects: PROJECTS.map((test) => ({ extends: true, test })),
    reporters: [
      'default',
      new AnswerCoverage(), // a run with other reporters on the command line is not checked
      ...(report === undefined ? [] : [['json', { outputFile: report }] satisfies [string, unknown]]),
      lastLine,
    ],
    // Most tests wait for disks and servers: twice the cores keep the machine busy.
    maxWorkers: 2 * availableParallelism(),
    // Ends a test that hangs. No usual test comes near it on a slow machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
