import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { escaped, HTML_TYPE, htmlPage, LOOK, pageTexts } from '@algotheque/pages';
import * as v from 'valibot';
import { pageView } from '../exchange/deliver.ts';
import { APP, CONSOLE_MANIFEST, type HttpOptions } from '../options.ts';
import { HttpError, HttpResponses, TextRes } from '../responses.ts';
import { SCRIPTED_CSP, type SiteAnswer, type Tagged, tagged, taggedAnswer } from './siteAnswer.ts';

const ENTRY = 'main.tsx';

const Manifest = v.object({ [ENTRY]: v.object({ file: v.string(), css: v.array(v.string()) }) });

/** The same page for each screen; the script shows the one of the address. */
export async function consolePage(folder: string, options: HttpOptions): Promise<SiteAnswer> {
  const text = await readFile(join(folder, CONSOLE_MANIFEST), 'utf8');
  const { file, css } = v.parse(Manifest, JSON.parse(text))[ENTRY];
  return (context) => {
    const { mountPath } = context.state;
    const below = (path: string): string => escaped(`${mountPath}${APP}/${path}`);
    const { locale } = pageView(context, options);
    const { users, algos, folders, admin } = options.prefixes;
    const style = (path: string): string => `<link rel="stylesheet" href="${below(path)}">`;
    const page = htmlPage({
      locale,
      name: options.name,
      title: options.name,
      head: `<link rel="icon" href="data:,">
${['look.css', ...css].map(style).join('\n')}
<script type="module" src="${below(file)}"></script>`,
      body: `<div id="console" data-mount="${escaped(mountPath)}" data-name="${escaped(options.name)}" data-users="${users}" data-algos="${algos}" data-folders="${folders}" data-admin="${admin}">
<noscript><p>${escaped(pageTexts[locale].consoleNeedsScript)}</p></noscript>
</div>`,
    });
    return new TextRes(HTML_TYPE, page, { 'Content-Security-Policy': SCRIPTED_CSP });
  };
}

const STYLE = 'text/css; charset=utf-8';
const TYPES: Readonly<Record<string, string>> = { '.css': STYLE, '.js': 'text/javascript; charset=utf-8' };

/** The style sheet of variables, with that of the operator. */
export function consoleLook(options: HttpOptions): SiteAnswer {
  const look = tagged(STYLE, LOOK + options.look);
  return (context) => taggedAnswer(context, look);
}

/** Their names change with their content. */
const FOR_EVER = 'public, max-age=31536000, immutable';

interface File {
  readonly plain: Tagged;
  readonly packed: Tagged;
}

/** The bytes are in memory once, plain and compressed. */
export async function consoleFiles(folder: string): Promise<SiteAnswer> {
  const files = new Map<string, File>();
  for (const name of await readdir(join(folder, 'assets'))) {
    const type = TYPES[extname(name)];
    if (type !== undefined) files.set(name, await fileOf(join(folder, 'assets', name), type));
  }
  return (context) => {
    const file = files.get(String(context['params']?.file));
    if (file === undefined) throw new HttpError(HttpResponses.General.Not_found);
    const headers = { 'Cache-Control': FOR_EVER, Vary: 'Accept-Encoding' };
    if (context.acceptsEncodings(['gzip', 'identity']) !== 'gzip') return taggedAnswer(context, file.plain, headers);
    return taggedAnswer(context, file.packed, { ...headers, 'Content-Encoding': 'gzip' });
  };
}

const packing = promisify(gzip);

async function fileOf(path: string, type: string): Promise<File> {
  const bytes = await readFile(path);
  return { plain: tagged(type, bytes), packed: tagged(type, await packing(bytes, { level: 9 })) };
}
