import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isError, LOCALES } from '@algotheque/domain';
import { isSystemError } from '@algotheque/domain/files';
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
  const found = await readdir(dir).catch((cause: unknown) => {
    throw new TypeError(`${dir}: ${reasonOf(cause)}`, { cause });
  });
  const names = found.filter((name) => !name.startsWith('.')).sort();
  if (names.length === 0) throw new TypeError(`${dir} has none of ${known.join(', ')}`);
  const texts: Record<string, unknown> = {};
  let layout: string | undefined;
  const problems: string[] = [];
  for (const name of names) {
    if (others.includes(name)) continue;
    try {
      if (!known.includes(name)) throw new TypeError(`it is none of ${known.join(', ')}`);
      const text = await textOf(join(dir, name));
      if (name === LAYOUT_FILE) layout = text;
      else texts[basename(name, '.json')] = JSON.parse(text);
    } catch (problem) {
      problems.push(`${name}: ${reasonOf(problem)}`);
    }
  }
  if (problems.length > 0) throw new TypeError(problems.join('\n'));
  const templates: MailTemplates = { texts, ...(layout !== undefined && { layout }) };
  wholeTemplates(templates);
  return templates;
}

async function textOf(path: string): Promise<string> {
  const stats = await stat(path);
  if (!stats.isFile()) throw new TypeError('it is not a file');
  if (stats.size > MOST_BYTES) throw new TypeError(`it has more than ${MOST_BYTES} bytes`);
  return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
}

/** Why a file or folder is refused, to follow its name. */
function reasonOf(problem: unknown): string {
  if (!isError(problem)) return String(problem);
  if (isSystemError(problem)) return `it cannot be read (${problem.code})`;
  if (problem instanceof SyntaxError) return `it is not JSON (${problem.message.split('\n')[0]})`;
  const isEncoding = 'code' in problem && problem.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
  return isEncoding ? 'it is not UTF-8' : problem.message;
}
