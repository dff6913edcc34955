import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A release that is made and not published, in a folder. */
export interface Made {
  readonly version: string;
  /** Each package with the name of its tarball in the folder. */
  readonly packages: readonly { readonly name: string; readonly tarball: string }[];
  /** The name of the software bill of materials, in CycloneDX. */
  readonly sbom: string;
}

/** What the release changes in the sources. */
export const PATCH = 'release.patch';
const MADE = 'release.json';

export function writeMade(folder: string, made: Made): void {
  writeFileSync(join(folder, MADE), `${JSON.stringify(made, null, 2)}\n`);
}

/** @throws a system error when there is none */
export const readMade = (folder: string): Made => JSON.parse(readFileSync(join(folder, MADE), 'utf8')); // `writeMade` has written it
