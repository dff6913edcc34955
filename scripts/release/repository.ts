import { spawnSync } from 'node:child_process';
import { Refusal } from './refusal.ts';

/** The output of git in `root`. @throws Error with what git says if it fails */
export function git(root: string, ...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr.trim()}`);
  return stdout.trim();
}

export const tagOf = (version: string): string => `v${version}`;

/** @throws Refusal if something is not committed, or the version has been released */
export function requireReady(root: string, version: string): void {
  const changed = git(root, 'status', '--porcelain').split('\n');
  if (changed[0] !== '') throw new Refusal(`Commit first: ${changed.length} paths are changed or new.`);
  if (git(root, 'tag', '--list', tagOf(version)) !== '') throw new Refusal(`The tag ${tagOf(version)} exists.`);
}

const WORKFLOW = '.github/workflows/release.yml@';

/** Only the workflow publishes, because only there npm can say from which commit and by which steps a package was made. */
export function requireWorkflow(env: Readonly<Record<string, string | undefined>>): void {
  if (env['GITHUB_ACTIONS'] === 'true' && env['GITHUB_WORKFLOW_REF']?.includes(WORKFLOW)) return;
  throw new Refusal('Only the workflow "Release" publishes. Here: npm run release');
}
