import { spawnSync } from 'node:child_process';
import { globSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { writeBrowserClient } from './browserClient.ts';

// Removes dist and builds everything each time, which takes seconds: `tsc -b` alone leaves the output of removed sources in
// dist, and it would be packed and published.
const root = join(import.meta.dirname, '..');
for (const output of globSync('packages/*/{dist,*.tsbuildinfo}', { cwd: root })) {
  rmSync(join(root, output), { recursive: true });
}
const { status } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-b'], { cwd: root, stdio: 'inherit' });
if (status === 0) {
  writeFileSync(join(root, 'packages/server/dist/commit.txt'), `${commit()}\n`);
  await writeBrowserClient();
  await build({ configFile: join(root, 'packages/console/vite.config.js') });
}
process.exitCode = status ?? 1;

/** Of a build without a clone, such as that of an image, COMMIT is the commit; empty if nobody says it. */
function commit(): string {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return process.env['COMMIT'] ?? stdout?.trim() ?? '';
}
