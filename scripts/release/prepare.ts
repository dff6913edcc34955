import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { releasedChangelog } from './changelog.ts';
import { tarballProblems } from './inspect.ts';
import { Refusal } from './refusal.ts';
import { setVersions } from './versions.ts';

export interface Made {
  readonly packages: readonly { readonly name: string /** Absolute path. */; readonly tarball: string }[];
  /** Absolute path of the software bill of materials, in CycloneDX. */
  readonly sbom: string;
}

interface Order {
  readonly version: string;
  /** The day of the release: 2026-11-22. */
  readonly date: string;
  /** The folder for tarballs and bill of materials. It is emptied first. */
  readonly target: string;
}

/**
 * Makes a release in a folder with the sources: versions, changelog, generated documents, tarballs, bill of materials.
 * @throws Refusal if publint or "Are the types wrong?" find anything in a tarball
 */
export async function prepare(folder: string, { version, date, target }: Order): Promise<Made> {
  const changelog = join(folder, 'CHANGELOG.md');
  writeFileSync(changelog, releasedChangelog(readFileSync(changelog, 'utf8'), version, date));
  setVersions(folder, version);
  npm(folder, 'run', 'docs', '--if-present');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const packages = packed(npm(folder, 'pack', '--workspaces', '--json', '--pack-destination', target), target);
  const problems: string[] = [];
  for (const { tarball } of packages) problems.push(...(await tarballProblems(tarball)));
  if (problems.length > 0) throw new Refusal(problems.join('\n'));
  const sbom = join(target, `algotheque-${version}.cdx.json`);
  const format = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  writeFileSync(sbom, npm(folder, 'sbom', ...format, '--omit', 'dev', '--package-lock-only'));
  return { packages, sbom };
}

/** npm 10 and 11 answer with a list, npm 12 with an object by package name. npm prints what `prepack` prints before it. */
function packed(answer: string, target: string): Made['packages'] {
  const list: { name: string; filename: string }[] = Object.values(JSON.parse(answer.slice(answer.search(/^[[{]/m))));
  return list.map(({ name, filename }) => ({ name, tarball: join(target, filename) }));
}

/** The output of npm. @throws Error with all that it said if it fails */
export function npm(folder: string, ...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync('npm', args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`npm ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}
