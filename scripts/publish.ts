/**
 * Publishes the release that `scripts/release.ts` has made in `.reports/release`. Only the workflow "Release" may run it. It needs Node and npm,
 * and no package: nothing that was installed runs with the rights to publish.
 */
import { join } from 'node:path';
import { readMade } from './release/made.ts';
import { publish } from './release/publish.ts';
import { Refusal } from './release/refusal.ts';
import { requireReady, requireWorkflow } from './release/repository.ts';

try {
  const root = process.cwd();
  requireWorkflow(process.env);
  const folder = join(root, '.reports/release');
  const made = readMade(folder);
  requireReady(root, made.version);
  publish(root, folder, made);
  console.log(`${made.version} is published.`);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}
