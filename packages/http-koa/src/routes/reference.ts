import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { escaped, HTML_TYPE, htmlPage, pageTexts } from '@algotheque/pages';
import { pageView } from '../exchange/deliver.ts';
import { openApiText } from '../openapi.ts';
import type { HttpOptions } from '../options.ts';
import { TextRes } from '../responses.ts';
import type { ReferenceFile, SiteAnswer, Tagged } from './siteAnswer.ts';
import { pathOfFile, SCRIPTED_CSP, SITE, tagged, taggedAnswer } from './siteAnswer.ts';

export function referencePage(options: HttpOptions): SiteAnswer {
  return (context) => {
    const below = (path: string): string => escaped(context.state.mountPath + path);
    const { locale, home } = pageView(context, options);
    const words = pageTexts[locale];
    const text = htmlPage({
      locale,
      name: options.name,
      title: words.referenceTitle,
      head: `<link rel="icon" href="data:,">
<link rel="stylesheet" href="${below(pathOfFile('swagger-ui.css'))}">
<link rel="stylesheet" href="${below(pathOfFile('page.css'))}">
<script src="${below(pathOfFile('swagger-ui-bundle.js'))}" defer></script>
<script src="${below(pathOfFile('start.js'))}" defer></script>`,
      body: `<header>
<p><a href="${escaped(home)}">${escaped(options.name)}</a></p>
<h1>${escaped(words.referenceTitle)}</h1>
<p>${words.tryRoute}</p>
<noscript><p>${escaped(words.needsScript)} <a href="${below(SITE.description)}">OpenAPI</a></p></noscript>
</header>
<main id="${REFERENCE_ID}" lang="en" data-description="${below(SITE.description)}"></main>`,
    });
    return new TextRes(HTML_TYPE, text, { 'Content-Security-Policy': SCRIPTED_CSP });
  };
}

export const REFERENCE_ID = 'reference';

/** Swagger UI keeps the access token in memory only, takes no settings from the address of the page, and asks no validator elsewhere. */
const REFERENCE_SCRIPT = `'use strict';
const dark = matchMedia('(prefers-color-scheme: dark)');
const setColours = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', setColours);
setColours();
const element = document.getElementById('${REFERENCE_ID}');
SwaggerUIBundle({
  domNode: element,
  url: element.dataset.description,
  validatorUrl: null,
  queryConfigEnabled: false,
  persistAuthorization: false,
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  displayOperationId: true,
  displayRequestDuration: true,
});
`;

/**
 * Beside that of Swagger UI: the head of the page, colours before Swagger UI runs, contrast, and what is too wide for a phone. The
 * description has one server and no links, so their fields are left out.
 */
const REFERENCE_STYLE = `:root { color-scheme: light; background: #fff; color: #3b4151; font: 100%/1.5 system-ui, sans-serif }
@media (prefers-color-scheme: dark) { :root { color-scheme: dark; background: #1c2022; color: #e4e6e6 } }
body { margin: 0 }
header { box-sizing: border-box; max-width: 1460px; margin: 0 auto; padding: 1rem 20px 0 }
header h1 { margin: 0; font-size: 1.5rem }
header p { max-width: 45rem; margin: .5rem 0 }
.swagger-ui .info { margin: 1.5rem 0 0 }
.swagger-ui .servers-title, .swagger-ui .servers, .swagger-ui .response-col_links { display: none }
.swagger-ui .opblock-section-header { flex-wrap: wrap }
.dark-mode .swagger-ui :is(.examples-select__section-label, .header-col) { color: #e4e6e6 }
.swagger-ui .opblock .opblock-summary-method { color: #000; text-shadow: none }
:root:not(.dark-mode) .swagger-ui .btn.authorize { color: #0b6b3f; border-color: #0b6b3f }
:root:not(.dark-mode) .swagger-ui .btn.authorize :is(span, svg) { color: inherit }
.dark-mode .swagger-ui .opblock.opblock-put .opblock-section-header { background: #3d2b20 }
:root:not(.dark-mode) .swagger-ui .json-schema-2020-12-expand-deep-button { color: #505050 }
@media (max-width: 40rem) {
  header { padding: .5rem 10px 0 }
  .swagger-ui .wrapper, .swagger-ui .scheme-container { padding: 0 10px }
  .swagger-ui .opblock-body .opblock-section-header { padding: 8px 10px }
  .swagger-ui .table-container, .swagger-ui .responses-inner, .swagger-ui .opblock-description-wrapper { padding: 10px }
}
`;

const require = createRequire(import.meta.url);

const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

interface FileSource {
  readonly type: string;
  readonly read: () => Promise<Buffer> | Buffer;
}

const SOURCES: Readonly<Record<ReferenceFile, FileSource>> = {
  'swagger-ui-bundle.js': {
    type: SCRIPT,
    read: () => readFile(require.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
  },
  'swagger-ui.css': { type: STYLE, read: () => readFile(require.resolve('swagger-ui-dist/swagger-ui.css')) },
  'start.js': { type: SCRIPT, read: () => Buffer.from(REFERENCE_SCRIPT) },
  'page.css': { type: STYLE, read: () => Buffer.from(REFERENCE_STYLE) },
};

/** The bytes are in memory once (the largest has 1.7 MB), however many clients read them. */
export async function referenceFile(name: ReferenceFile): Promise<SiteAnswer> {
  const { type, read } = SOURCES[name];
  const file = tagged(type, await read());
  return (context) => taggedAnswer(context, file);
}

export function description({ prefixes }: HttpOptions): SiteAnswer {
  const described = tagged('application/json; charset=utf-8', openApiText(prefixes));
  return (context) => taggedAnswer(context, at(context.state.mountPath, described));
}

/** The routes are below the path of the mount. */
function at(mountPath: string, described: Tagged): Tagged {
  if (mountPath === '') return described;
  const body = String(described.body).replace(SERVER, () => `"url": ${JSON.stringify(mountPath)}`);
  return { ...described, body };
}

/** The address of the server in the description, which comes first in it. */
const SERVER = '"url": "/"';
