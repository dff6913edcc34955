import { type DkimOptions, dkimKeys, parseSender, type SmtpOptions } from '@algotheque/adapters-mail';
import { naming, SettingsError } from '../startError.ts';
import { readBoundedText } from '../stores/textFile.ts';
import type { Settings } from './loadSettings.ts';

/** Far above the size of a list of authorities. */
const CA_MAX_BYTES = 1_048_576;

/** How the mail server is reached, beside its URL. @throws SettingsError */
export function smtpOptionsOf(settings: Settings): SmtpOptions {
  const clientName = settings.ALGOTHEQUE_MAIL_CLIENT_NAME ?? nameOf(settings);
  const { ALGOTHEQUE_MAIL_CA_FILE: path, ALGOTHEQUE_MAIL_CONNECTIONS: connections } = settings;
  const dkim = dkimOf(settings);
  return {
    connections,
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
  const pem = readBoundedText(path, CA_MAX_BYTES, problem);
  if (!pem.includes('-----BEGIN CERTIFICATE-----'))
    throw new SettingsError(`ALGOTHEQUE_MAIL_CA_FILE: ${path} has no certificate in PEM`);
  return pem;
}

/** Far above the size of a key. */
const KEY_MAX_BYTES = 65_536;

const NAMES = ['ALGOTHEQUE_DKIM_DOMAIN', 'ALGOTHEQUE_DKIM_SELECTOR', 'ALGOTHEQUE_DKIM_KEY_FILE'] as const;

/** Null without the settings of DKIM. @throws SettingsError when only some of them are set, or the key cannot be used */
function dkimOf(settings: Settings): DkimOptions | null {
  const {
    ALGOTHEQUE_DKIM_DOMAIN: domain,
    ALGOTHEQUE_DKIM_SELECTOR: selector,
    ALGOTHEQUE_DKIM_KEY_FILE: path,
  } = settings;
  const missing = NAMES.filter((name) => settings[name] === null);
  if (missing.length === NAMES.length) return null;
  if (domain === null || selector === null || path === null) {
    throw new SettingsError(
      `Mails are signed only with all three settings of DKIM: ${missing.join(' and ')} must be set too`,
    );
  }
  const problem = `ALGOTHEQUE_DKIM_KEY_FILE: the key cannot be read from ${path}`;
  const dkim = { domain, selector, privateKey: readBoundedText(path, KEY_MAX_BYTES, problem) };
  naming(`ALGOTHEQUE_DKIM_KEY_FILE: ${path}`, TypeError, () => dkimKeys(dkim));
  return dkim;
}
