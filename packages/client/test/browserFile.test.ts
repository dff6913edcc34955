import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as client from '@algotheque/client';
import { expect, it } from 'vitest';
import { browserClient } from '../../../scripts/browserClient.ts';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import manifest from '../package.json' with { type: 'json' };

it('the file for a plain page has all of the client, and imports nothing', async () => {
  expect(manifest.exports['./browser'].default).toBe('./dist/browser.js');
  const folder = scratchFolder();
  const file = join(folder, 'browser.mjs'); // nothing can be imported from here
  const code = await browserClient();
  await writeFile(file, code);
  const loaded: object = await import(/* @vite-ignore */ pathToFileURL(file).href);
  expect(Object.keys(loaded).sort()).toEqual(Object.keys(client).sort());
  expect(code).toContain('MIT License');
});
