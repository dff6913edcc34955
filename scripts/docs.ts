import { readFile, writeFile } from 'node:fs/promises';
import { withRouteTables } from './docs/routeTables.ts';

// Writes the tables of routes in docs/api.md, from the table of routes in packages/http-koa.
const page = new URL('../docs/api.md', import.meta.url);
await writeFile(page, withRouteTables(await readFile(page, 'utf8')));
