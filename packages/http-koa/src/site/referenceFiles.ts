import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { REFERENCE_SCRIPT } from './referenceScript.ts';
import { REFERENCE_STYLE } from './referenceStyle.ts';
import { type SiteAnswer, tagged, taggedAnswer } from './siteAnswer.ts';
import type { ReferenceFile } from './sitePaths.ts';

const require = createRequire(import.meta.url);

const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

interface Source {
  readonly type: string;
  readonly read: () => Promise<Buffer> | Buffer;
}

const SOURCES: Readonly<Record<ReferenceFile, Source>> = {
  'swagger-ui-bundle.js': {
    type: SCRIPT,
    read: () => readFile(require.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
  },
  'swagger-ui.css': { type: STYLE, read: () => readFile(require.resolve('swagger-ui-dist/swagger-ui.css')) },
  'start.js': { type: SCRIPT, read: () => Buffer.from(REFERENCE_SCRIPT) },
  'page.css': { type: STYLE, read: () => Buffer.from(REFERENCE_STYLE) },
};

/** A file of the reference. Its bytes are in memory once (the largest has 1.7 MB), however many clients read them. */
export async function referenceFile(name: ReferenceFile): Promise<SiteAnswer> {
  const { type, read } = SOURCES[name];
  const file = tagged(type, await read());
  return (context) => taggedAnswer(context, file);
}
