import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installAsConsumer } from './consumer.ts';
import type { Lock } from './lockTree.ts';
import { commandProblems, importProblems, manifestProblems, serverProblems, typeProblems } from './packageProblems.ts';
import { packWorkspaces } from './packed.ts';
import { linkProblems } from './readmeLinks.ts';

// Checks each package as its consumers get it: packs it, installs the tarball, lints and imports it, and resolves its types.
const root = process.cwd();
const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const scratch = mkdtempSync(join(tmpdir(), 'algotheque-consumer-'));
try {
  const packed = packWorkspaces(root, lock, scratch);
  const consumer = { folder: join(scratch, 'project'), packed };
  installAsConsumer(consumer.folder, lock, packed);
  const problems = [
    ...(await manifestProblems(consumer)),
    ...linkProblems(consumer),
    ...importProblems(consumer),
    ...typeProblems(consumer, join(root, 'node_modules/.bin/tsc')),
    ...commandProblems(consumer),
    ...(await serverProblems(consumer)),
  ];
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true });
}
