import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { previewMails } from '@algotheque/adapters-mail';
import { prepareFrom } from '../prepare.ts';
import type { Env } from '../settings/schema.ts';
import { errorCode, StartError } from '../startError.ts';
import { mailFormOf } from './mailForm.ts';

/** @throws StartError when the settings are wrong, or the folder cannot be written */
export async function preview(folder: string, env: Env) {
  const { settings, policy, mailTemplates } = await prepareFrom(env);
  const dir = resolve(folder);
  const files = new Map<string, Uint8Array | string>();
  for (const { kind, locale, message, html } of previewMails(mailFormOf(settings, policy, mailTemplates))) {
    files.set(`${kind}.${locale}.eml`, message);
    files.set(`${kind}.${locale}.html`, html);
  }
  try {
    await mkdir(dir, { recursive: true });
    for (const [name, content] of files) {
      await rm(join(dir, name), { force: true }); // a link is not followed
      await writeFile(join(dir, name), content, { flag: 'wx' });
    }
  } catch (error) {
    throw new StartError(`${dir} cannot be written (${errorCode(error)})`, { cause: error });
  }
  const names = [...files.keys()].sort();
  return { text: `${names.length} files in ${dir}`, data: { dir, files: names } };
}
