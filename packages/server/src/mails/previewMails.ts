import { lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { previewMails } from '@algotheque/adapters-mail';
import { prepare } from '../prepare.ts';
import { loadSettings } from '../settings/loadSettings.ts';
import type { Env } from '../settings/setting.ts';
import { errorCode, StartError } from '../startError.ts';
import { mailFormOf } from './mailForm.ts';

/** What each file begins with, so that it is known again and may be replaced. */
const MARKS = {
  eml: 'X-Algotheque-Preview: written by algotheque mail preview\r\n',
  html: '<!-- algotheque mail preview -->\n',
};

/**
 * `algotheque mail preview`: writes every mail in every language as .eml and .html, as the settings have it.
 * @throws StartError when the settings are wrong, a file of the folder was not written by this command, or the folder cannot be written
 */
export async function preview(folder: string, env: Env) {
  const { settings, policy, mailTemplates } = await prepare(loadSettings(env));
  const dir = resolve(folder);
  const files = previewMails(mailFormOf(settings, policy, mailTemplates)).flatMap(({ kind, locale, message, html }) => [
    { name: `${kind}.${locale}.eml`, mark: MARKS.eml, content: Buffer.concat([Buffer.from(MARKS.eml), message]) },
    { name: `${kind}.${locale}.html`, mark: MARKS.html, content: Buffer.from(MARKS.html + html) },
  ]);
  try {
    await mkdir(dir, { recursive: true });
    const present = new Set(await readdir(dir));
    for (const { name, mark } of files) if (present.has(name)) await refuseForeign(join(dir, name), mark);
    for (const { name, content } of files) await writeFile(join(dir, name), content);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${dir} cannot be written (${errorCode(error)})`, { cause: error });
  }
  const names = files.map(({ name }) => name).sort();
  return { text: `${names.length} files in ${dir}`, data: { dir, files: names } };
}

async function refuseForeign(path: string, mark: string): Promise<void> {
  const isOwn = (await lstat(path)).isFile() && (await readFile(path, 'utf8')).startsWith(mark);
  if (!isOwn)
    throw new StartError(`${path} was not written by this command: choose another folder, or remove the file`);
}
