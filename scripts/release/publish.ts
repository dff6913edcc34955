import { spawnSync } from 'node:child_process';
import { type Made, npm } from './prepare.ts';
import { git, tagOf } from './repository.ts';

/**
 * Publishes the tarballs with their provenance, then commits what `prepare` has changed, and pushes the commit with its tag. A run after
 * one that failed leaves out what is published.
 */
export function publish(root: string, version: string, { packages }: Made): void {
  for (const { name, tarball } of packages) {
    if (!isPublished(`${name}@${version}`)) npm(root, 'publish', tarball, '--provenance', '--access', 'public');
  }
  git(root, 'commit', '--all', '--message', `Release ${version}`);
  git(root, 'tag', '--annotate', tagOf(version), '--message', `Release ${version}`);
  git(root, 'push', '--atomic', 'origin', 'HEAD:main', tagOf(version));
}

/** npm fails for a package of which it knows no version, and says nothing about a version that it does not know. */
function isPublished(nameAtVersion: string): boolean {
  const { status, stdout } = spawnSync('npm', ['view', nameAtVersion, 'version'], { encoding: 'utf8' });
  return status === 0 && stdout.trim() !== '';
}
