import { readFile, writeFile } from 'node:fs/promises';
import { clientFiles } from '../../packages/client/generate/clientFiles.ts';
import { documentText } from '../../packages/http-koa/generate/index.ts';
import { withGeneratedParts } from './generatedParts.ts';

export { documentText };

const PAGE = new URL('../../docs/api.md', import.meta.url);
/** The description for readers of the repository, and for the package that servers read it from. */
export const DESCRIPTIONS = ['docs/openapi.json', 'packages/http-koa/openapi.json'].map(
  (path) => new URL(`../../${path}`, import.meta.url),
);

/** Writes the generated parts of docs/api.md, the description of the routes, and the files of the client that are made from it. */
export async function writeDocuments(): Promise<void> {
  await writeFile(PAGE, withGeneratedParts(await readFile(PAGE, 'utf8')));
  const document = documentText();
  for (const path of DESCRIPTIONS) await writeFile(path, document);
  for (const [file, text] of await clientFiles(document)) await writeFile(file, text);
}
