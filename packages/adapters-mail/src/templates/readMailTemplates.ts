import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locale } from '@algotheque/domain';
import { isError } from '@algotheque/domain';
import { languages, type MailTemplates, wholeTemplates } from './mailTemplates.ts';

/** Many times the size of the service's own. */
const MOST_BYTES = 65_536;
const LAYOUT_FILE = 'layout.html';

/**
 * Reads a folder of templates: `en.json` and `fr.json` with texts, `layout.html` with the page. Any of them may be absent.
 * Hidden files are ignored.
 * @param others files in the folder that somebody else reads. Default: none
 * @throws TypeError with one line for each problem: a file that cannot be read, is too large or has another name, and those of the texts
 */
export async function readMailTemplates(dir: string, others: readonly string[] = []): Promise<MailTemplates> {
  const files = Object.keys(languages).map((locale) => `${locale}.json`);
  const known = [...files, LAYOUT_FILE, ...others];
  const names = (await readdir(dir).catch(refused(dir))).filter((name) => !name.startsWith('.')).sort();
  if (names.length === 0) throw new TypeError(`${dir} has none of ${known.join(', ')}`);
  const contents = new Map<string, unknown>();
  const problems: string[] = [];
  for (const name of names) {
    try {
      if (others.includes(name)) continue;
      if (!known.includes(name)) throw new TypeError(`${name}: it is none of ${known.join(', ')}`);
      const text = await textOf(join(dir, name), name);
      contents.set(name, name === LAYOUT_FILE ? text : parsed(text, name));
    } catch (problem) {
      problems.push(messageOf(problem));
    }
  }
  if (problems.length > 0) throw new TypeError(problems.join('\n'));
  const templates = templatesOf(contents);
  wholeTemplates(templates);
  return templates;
}

/** The caller checks them. */
function templatesOf(contents: ReadonlyMap<string, unknown>): MailTemplates {
  const locales = Object.keys(languages) as Locale[]; // its keys are all of them, by its type
  const texts = Object.fromEntries(
    locales.flatMap((locale) => (contents.has(`${locale}.json`) ? [[locale, contents.get(`${locale}.json`)]] : [])),
  );
  const layout = contents.get(LAYOUT_FILE);
  return { texts, ...(typeof layout === 'string' && { layout }) };
}

async function textOf(path: string, name: string): Promise<string> {
  const stats = await stat(path).catch(refused(name));
  if (!stats.isFile()) throw new TypeError(`${name}: it is not a file`);
  if (stats.size > MOST_BYTES) throw new TypeError(`${name}: it has more than ${MOST_BYTES} bytes`);
  const bytes = await readFile(path).catch(refused(name));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new TypeError(`${name}: it is not UTF-8`, { cause });
  }
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TypeError(`${name}: it is not JSON (${messageOf(cause).split('\n')[0]})`, { cause });
  }
}

const messageOf = (problem: unknown): string => (isError(problem) ? problem.message : String(problem));

const refused =
  (name: string) =>
  (cause: NodeJS.ErrnoException): never => {
    throw new TypeError(`${name}: it cannot be read (${cause.code})`, { cause });
  };
