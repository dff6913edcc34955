import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The arguments of npm that name every workspace below `root` that is published: `-w packages/domain …`. */
export const publicPackages = (root: string): string[] =>
  readdirSync(join(root, 'packages')).flatMap((name) => {
    const folder = `packages/${name}`;
    const manifest: { private?: boolean } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    return manifest.private === true ? [] : ['-w', folder];
  });
