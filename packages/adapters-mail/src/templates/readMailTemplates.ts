import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isError, LOCALES } from '@algotheque/domain';
import { type MailTemplates, wholeTemplates } from './mailTemplates.ts';

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
  const known = [...LOCALES.map((locale) => `${locale}.json`), LAYOUT_FILE, ...others];
  const names = (await readdir(dir).catch(refused(dir))).filter((name) => !name.startsWith('.')).sort();
  if (names.length === 0) throw new TypeError(`${dir} has none of ${known.join(', ')}`);
  const texts: Record<string, unknown> = {};
  let layout: string | undefined;
  const problems: string[] = [];
  for (const name of names) {
    try {
      if (others.includes(name)) continue;
      if (!known.includes(name)) throw new TypeError(`${name}: it is none of ${known.join(', ')}`);
      const text = await textOf(join(dir, name), name);
      if (name === LAYOUT_FILE) layout = text;
      else texts[basename(name, '.json')] = parsed(text, name);
    } catch (problem) {
      problems.push(messageOf(problem));
    }
  }
  if (problems.length > 0) throw new TypeError(problems.join('\n'));
  const templates: MailTemplates = { texts, ...(layout !== undefined && { layout }) };
  wholeTemplates(templates);
  return templates;
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
