import { writeFile } from 'node:fs/promises';
import { EXAMPLES_MODULE, examplesModule } from './docs/examples.ts';

// Writes what is made from the table of routes in packages/http-koa: the examples, and then the documents that have them.
await writeFile(EXAMPLES_MODULE, await examplesModule());
const { writeDocuments } = await import('./docs/documents.ts');
await writeDocuments();
