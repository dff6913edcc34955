import { type DkimOptions, dkimKeys } from '@algotheque/adapters-mail';
import { SettingsError } from '../startError.ts';
import { readBoundedText } from '../stores/textFile.ts';
import type { Settings } from './loadSettings.ts';

/** Far above the size of a key. */
const MAX_BYTES = 65_536;

const NAMES = ['ALGOTHEQUE_DKIM_DOMAIN', 'ALGOTHEQUE_DKIM_SELECTOR', 'ALGOTHEQUE_DKIM_KEY_FILE'] as const;

/**
 * How mails are signed; null without the settings for it.
 * @throws SettingsError that names the setting, when only some of them are set, or the key cannot be used
 */
export function dkimOf(settings: Settings): DkimOptions | null {
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
  const dkim = { domain, selector, privateKey: readBoundedText(path, MAX_BYTES, problem) };
  try {
    dkimKeys(dkim);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new SettingsError(`ALGOTHEQUE_DKIM_KEY_FILE: ${path}: ${error.message}`, { cause: error });
  }
  return dkim;
}
