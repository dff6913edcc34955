import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Arbre } from './interpret.ts';

const FOLDER = join(import.meta.dirname, '../../examples/algorithms');

/** The algorithms that examples/algorithms holds, without `.json`. */
export const ALGORITHMS = globSync('*.json', { cwd: FOLDER })
  .filter((file) => file !== 'schema.json')
  .map((file) => file.replace('.json', ''))
  .toSorted();

export function textOf(name: string): string {
  return readFileSync(join(FOLDER, `${name}.json`), 'utf8');
}

export function arbreOf(name: string): Arbre {
  return JSON.parse(textOf(name));
}
