import { parseSender, type SmtpOptions } from '@algotheque/adapters-mail';
import { SettingsError } from '../startError.ts';
import { readBoundedText } from '../stores/textFile.ts';
import { dkimOf } from './dkim.ts';
import type { Settings } from './loadSettings.ts';

/** Far above the size of a list of authorities. */
const MAX_BYTES = 1_048_576;

/**
 * How the mail server is reached, beside its URL.
 * @throws SettingsError that names the setting
 */
export function smtpOptionsOf(settings: Settings): SmtpOptions {
  const clientName = settings.ALGOTHEQUE_MAIL_CLIENT_NAME ?? nameOf(settings);
  const { ALGOTHEQUE_MAIL_CA_FILE: path } = settings;
  const dkim = dkimOf(settings);
  return {
    ...(dkim !== null && { dkim }),
    ...(clientName !== undefined && { clientName }),
    ...(path !== null && { ca: certificatesIn(path) }),
  };
}

/** Mail servers on the internet refuse a name without a dot, which a machine in a container has. */
function nameOf({ ALGOTHEQUE_URL: url, ALGOTHEQUE_MAIL_FROM: from }: Settings): string | undefined {
  const names = [URL.parse(url ?? '')?.hostname ?? '', parseSender(from).address.split('@').at(-1) ?? ''];
  return names.find((name) => /^[a-z\d-]+([.][a-z\d-]+)*[.][a-z][a-z\d-]*$/i.test(name));
}

function certificatesIn(path: string): string {
  const problem = `ALGOTHEQUE_MAIL_CA_FILE: the certificates cannot be read from ${path}`;
  const pem = readBoundedText(path, MAX_BYTES, problem);
  if (!pem.includes('-----BEGIN CERTIFICATE-----'))
    throw new SettingsError(`ALGOTHEQUE_MAIL_CA_FILE: ${path} has no certificate in PEM`);
  return pem;
}
