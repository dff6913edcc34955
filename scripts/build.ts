import { spawnSync } from 'node:child_process';
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';

// Removes dist and builds everything each time, which takes seconds: `tsc -b` alone leaves the output of removed sources in
// dist, and it would be packed and published.
const root = join(import.meta.dirname, '..');
for (const output of globSync('packages/*/{dist,*.tsbuildinfo}', { cwd: root })) {
  rmSync(join(root, output), { recursive: true });
}
const { status } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-b'], { cwd: root, stdio: 'inherit' });
process.exitCode = status ?? 1;
