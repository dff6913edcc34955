import { prepareFrom } from '../prepare.ts';
import type { Env } from '../settings/schema.ts';
import { StartError } from '../startError.ts';

/** With its credentials in `url`. @throws StartError when the settings are wrong, or have no mail server */
export async function mailServerOf(env: Env) {
  const prepared = await prepareFrom(env);
  const { smtp: url, dir } = prepared.places.mail;
  if (url === null)
    throw new StartError(`There is no mail server: mails stay in ${dir}. ALGOTHEQUE_MAIL_URL=smtp://… names one`);
  return { prepared, url };
}
