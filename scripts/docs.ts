import { readFile, writeFile } from 'node:fs/promises';
import { DEFAULT_HTTP_OPTIONS } from '@algotheque/http-koa';
import { openApiText } from '@algotheque/http-koa/openapi';
import { withRouteTables } from './docs/routeTables.ts';

// Writes what is made from the table of routes in packages/http-koa: the tables of docs/api.md, and docs/openapi.json.
const page = new URL('../docs/api.md', import.meta.url);
await writeFile(page, withRouteTables(await readFile(page, 'utf8')));
await writeFile(new URL('../docs/openapi.json', import.meta.url), openApiText(DEFAULT_HTTP_OPTIONS.prefixes));
