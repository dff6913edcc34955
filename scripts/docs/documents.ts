import { readFile, writeFile } from 'node:fs/promises';
import { DEFAULT_HTTP_OPTIONS } from '@algotheque/http-koa';
import { openApiText } from '@algotheque/http-koa/openapi';
import { clientFiles } from '../../packages/client/generate/clientFiles.ts';
import { withGeneratedParts } from './generatedParts.ts';

const PAGE = new URL('../../docs/api.md', import.meta.url);
const DOCUMENT = new URL('../../docs/openapi.json', import.meta.url);

/** Writes the generated parts of docs/api.md, docs/openapi.json, and the files of the client that are made from it. */
export async function writeDocuments(): Promise<void> {
  await writeFile(PAGE, withGeneratedParts(await readFile(PAGE, 'utf8')));
  const document = openApiText(DEFAULT_HTTP_OPTIONS.prefixes);
  await writeFile(DOCUMENT, document);
  for (const [file, text] of await clientFiles(document)) await writeFile(file, text);
}
