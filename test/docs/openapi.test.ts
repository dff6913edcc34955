import { readFile } from 'node:fs/promises';
import { DEFAULT_HTTP_OPTIONS } from '@algotheque/http-koa';
import { openApiText } from '@algotheque/http-koa/openapi';
import { expect, it } from 'vitest';

it('docs/openapi.json is what `npm run docs` makes', async () => {
  const text = await readFile(new URL('../../docs/openapi.json', import.meta.url), 'utf8');
  expect(text).toBe(openApiText(DEFAULT_HTTP_OPTIONS.prefixes));
});
