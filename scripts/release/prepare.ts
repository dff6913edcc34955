import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { publicPackages } from '../publicPackages.ts';
import { releasedChangelog } from './changelog.ts';
import { tarballProblems } from './inspect.ts';
import { type Made, PATCH, writeMade } from './made.ts';
import { npm } from './npm.ts';
import { Refusal } from './refusal.ts';
import { git } from './repository.ts';
import { setVersions } from './versions.ts';

interface Order {
  readonly version: string;
  /** The day of the release: 2026-11-22. */
  readonly date: string;
  /** The folder for tarballs and bill of materials. It is emptied first. */
  readonly target: string;
}

/**
 * Makes a release in a folder with the sources: versions, changelog, generated documents, tarballs, bill of materials, and a patch with what
 * it has changed in the sources.
 * @throws Refusal if publint or "Are the types wrong?" find anything in a tarball
 */
export async function prepare(folder: string, { version, date, target }: Order): Promise<Made> {
  const changelog = join(folder, 'CHANGELOG.md');
  writeFileSync(changelog, releasedChangelog(readFileSync(changelog, 'utf8'), version, date));
  setVersions(folder, version);
  npm(folder, 'run', 'docs', '--if-present');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const packages = packed(npm(folder, 'pack', ...publicPackages(folder), '--json', '--pack-destination', target));
  const problems: string[] = [];
  for (const { tarball } of packages) problems.push(...(await tarballProblems(join(target, tarball))));
  if (problems.length > 0) throw new Refusal(problems.join('\n'));
  const sbom = join(target, `algotheque-${version}.cdx.json`);
  const format = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  writeFileSync(sbom, npm(folder, 'sbom', ...format, '--omit', 'dev', '--package-lock-only'));
  git(folder, 'diff', '--binary', '--output', join(target, PATCH));
  const made = { version, packages, sbom: basename(sbom) };
  writeMade(target, made);
  return made;
}

/** npm 10 and 11 answer with a list, npm 12 with an object by package name. npm prints what `prepack` prints before it. */
function packed(answer: string): Made['packages'] {
  const list: { name: string; filename: string }[] = Object.values(JSON.parse(answer.slice(answer.search(/^[[{]/m))));
  return list.map(({ name, filename }) => ({ name, tarball: basename(filename) }));
}
