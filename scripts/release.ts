/**
 * Makes a release of all packages with one version, and publishes it:
 *
 *     npm run release -- [X.Y.Z|major|minor|patch] [--dry-run]
 *
 * Without a version it is the next minor one. `--dry-run` makes everything on a copy of the last commit, puts tarballs and bill of
 * materials into `.reports/release`, and publishes nothing. Without it only the workflow "Release" may run this. The exit code is 0 for
 * success, 1 for a release that is refused or failed, and 2 for a wrong command line.
 */
import { basename, join } from 'node:path';
import { readCommand } from './release/command.ts';
import { onCopy } from './release/copy.ts';
import { prepare } from './release/prepare.ts';
import { publish } from './release/publish.ts';
import { Refusal } from './release/refusal.ts';
import { requireReady, requireWorkflow } from './release/repository.ts';
import { presentVersion } from './release/versions.ts';

async function release(root: string, args: readonly string[]): Promise<void> {
  const { version, dryRun } = readCommand(args, presentVersion(root));
  if (!dryRun) requireWorkflow(process.env);
  requireReady(root, version);
  const order = { version, date: new Date().toISOString().slice(0, 10), target: join(root, '.reports/release') };
  const made = dryRun ? await onCopy(root, (copy) => prepare(copy, order)) : await prepare(root, order);
  if (!dryRun) publish(root, version, made);
  for (const file of [...made.packages.map(({ tarball }) => tarball), made.sbom]) console.log(`  ${basename(file)}`);
  console.log(dryRun ? `${version} is ready in .reports/release. Nothing is published.` : `${version} is published.`);
}

try {
  await release(process.cwd(), process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}
