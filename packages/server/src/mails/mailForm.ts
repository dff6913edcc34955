import { lifetimesOf, type MailForm, type MailTemplates } from '@algotheque/adapters-mail';
import type { Policy } from '@algotheque/domain';
import type { Settings } from '../settings/loadSettings.ts';
import { publicUrlOf } from './localLinks.ts';

/** How mails look and where their links lead, as the settings and the policy say. */
export function mailFormOf(settings: Settings, policy: Policy, templates: MailTemplates): MailForm {
  const publicUrl = publicUrlOf(settings);
  return {
    from: settings.mailFrom,
    publicUrl,
    usersUrl: publicUrl + settings.usersPrefix,
    name: settings.name,
    ...(settings.appUrl !== null && { appUrl: settings.appUrl }),
    ...(settings.support !== null && { contact: settings.support }),
    lifetimes: lifetimesOf(policy),
    templates,
  };
}
