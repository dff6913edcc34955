/**
 * Makes a release of all packages with one version, on a copy of the last commit:
 *
 *     npm run release -- [X.Y.Z|major|minor|patch]
 *
 * Without a version it is the next minor one. Tarballs, bill of materials and the changes of the sources are in `.reports/release` then. It
 * publishes nothing: `scripts/publish.ts` does, in the workflow "Release". The exit code is 0 for success, 1 for a release that is refused or
 * failed, and 2 for a wrong command line.
 */
import { join } from 'node:path';
import { readCommand } from './release/command.ts';
import { onCopy } from './release/copy.ts';
import { prepare } from './release/prepare.ts';
import { Refusal } from './release/refusal.ts';
import { requireReady } from './release/repository.ts';
import { presentVersion } from './release/versions.ts';

async function release(root: string, args: readonly string[]): Promise<void> {
  const version = readCommand(args, presentVersion(root));
  requireReady(root, version);
  const order = { version, date: new Date().toISOString().slice(0, 10), target: join(root, '.reports/release') };
  const { packages, sbom } = await onCopy(root, (copy) => prepare(copy, order));
  for (const file of [...packages.map(({ tarball }) => tarball), sbom]) console.log(`  ${file}`);
  console.log(`${version} is ready in .reports/release. Nothing is published.`);
}

try {
  await release(process.cwd(), process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}
