import { readFile, writeFile } from 'node:fs/promises';
import { DEFAULT_HTTP_OPTIONS } from '@algotheque/http-koa';
import { openApiText } from '@algotheque/http-koa/openapi';
import { withGeneratedParts } from './generatedParts.ts';

const PAGE = new URL('../../docs/api.md', import.meta.url);
const DOCUMENT = new URL('../../docs/openapi.json', import.meta.url);

/** Writes the generated parts of docs/api.md, and docs/openapi.json. */
export async function writeDocuments(): Promise<void> {
  await writeFile(PAGE, withGeneratedParts(await readFile(PAGE, 'utf8')));
  await writeFile(DOCUMENT, openApiText(DEFAULT_HTTP_OPTIONS.prefixes));
}
