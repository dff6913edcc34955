import { type MailTemplates, readMailTemplates } from '@algotheque/adapters-mail';
import { type Settings, SettingsError } from '../settings/loadSettings.ts';

/**
 * The templates in the folder of the settings; nothing without a folder.
 * @throws SettingsError with one line for each problem of the folder
 */
export async function mailTemplatesOf({ mailTemplates: dir }: Settings): Promise<MailTemplates> {
  if (dir === null) return {};
  try {
    return await readMailTemplates(dir);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const lines = error.message.split('\n').map((line) => `ALGOTHEQUE_MAIL_TEMPLATES: ${line}`);
    throw new SettingsError(lines.join('\n'), { cause: error });
  }
}
