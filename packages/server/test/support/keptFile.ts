import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { modeOf } from '../../../../test/support/modeOf.ts';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { readOrMake } from '../../src/stores/keptText.ts';

/** The form of a text that `readOrMake` makes. */
const TEXT = /^[\w-]{43}$/;

/** The path of a kept text in a new folder. */
export async function place(): Promise<{ readonly folder: string; readonly path: string }> {
  const folder = scratchFolder();
  return { folder, path: join(folder, 'secret') };
}

/** Checks that the file has a complete text, of mode 0600, and that nothing else is in the folder. Returns the text. */
export function expectWhole({ folder, path }: { readonly folder: string; readonly path: string }): string {
  const text = readOrMake(path);
  expect(text).toMatch(TEXT);
  expect(readFileSync(path, 'utf8')).toBe(`${text}\n`);
  expect(modeOf(path)).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['secret']);
  expect(readOrMake(path)).toBe(text);
  return text;
}
