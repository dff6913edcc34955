import { lifetimesOf, type MailForm, type MailTemplates, readMailTemplates } from '@algotheque/adapters-mail';
import type { Policy } from '@algotheque/domain';
import type { Settings } from '../settings/loadSettings.ts';
import { hasConsole, LOOK_FILE } from '../settings/look.ts';
import { SettingsError } from '../startError.ts';
import { publicUrlOf } from './localLinks.ts';

export function mailFormOf(settings: Settings, policy: Policy, templates: MailTemplates): MailForm {
  const publicUrl = publicUrlOf(settings);
  return {
    from: settings.ALGOTHEQUE_MAIL_FROM,
    publicUrl,
    usersUrl: publicUrl + settings.ALGOTHEQUE_USERS_PREFIX,
    name: settings.ALGOTHEQUE_NAME,
    ...(settings.ALGOTHEQUE_APP_URL !== null && { appUrl: settings.ALGOTHEQUE_APP_URL }),
    ...(hasConsole(settings) && { consoleUrl: `${publicUrl}/app` }),
    ...(settings.ALGOTHEQUE_SUPPORT !== null && { contact: settings.ALGOTHEQUE_SUPPORT }),
    lifetimes: lifetimesOf(policy),
    templates,
  };
}

/** Nothing without a folder. @throws SettingsError with one line for each problem of the folder */
export async function mailTemplatesOf({ ALGOTHEQUE_TEMPLATES: dir }: Settings): Promise<MailTemplates> {
  if (dir === null) return {};
  try {
    return await readMailTemplates(dir, [LOOK_FILE]);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const lines = error.message.split('\n').map((line) => `ALGOTHEQUE_TEMPLATES: ${line}`);
    throw new SettingsError(lines.join('\n'), { cause: error });
  }
}
