import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type Made, PATCH } from './made.ts';
import { npm } from './npm.ts';
import { git, tagOf } from './repository.ts';

/**
 * Publishes the tarballs of a folder with their provenance, then commits what the release changes, and pushes the commit with its tag. A run
 * after one that failed leaves out what is published.
 * @param root a clean clone of the commit that the release was made from
 */
export function publish(root: string, folder: string, { version, packages }: Made): void {
  git(root, 'apply', join(folder, PATCH)); // first, because nothing may be published if it does not fit
  for (const { name, tarball } of packages) {
    if (!isPublished(`${name}@${version}`))
      npm(root, 'publish', join(folder, tarball), '--provenance', '--access', 'public');
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
