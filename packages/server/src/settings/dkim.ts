import { type DkimOptions, dkimSigner } from '@algotheque/adapters-mail';
import { readBoundedText } from '../kept/textFile.ts';
import { SettingsError } from '../startError.ts';
import type { Settings } from './loadSettings.ts';
import { SETTINGS } from './schema.ts';

/** Far above the size of a key. */
const MAX_BYTES = 65_536;

/**
 * How mails are signed; null without the settings for it.
 * @throws SettingsError that names the setting, when only some of them are set, or the key cannot be used
 */
export function dkimOf({
  dkimDomain: domain,
  dkimSelector: selector,
  dkimKeyFile: path,
}: Settings): DkimOptions | null {
  if (domain === null && selector === null && path === null) return null;
  if (domain === null || selector === null || path === null) throw incomplete({ domain, selector, path });
  const problem = `${SETTINGS.dkimKeyFile.name}: the key cannot be read from ${path}`;
  const dkim = { domain, selector, privateKey: readBoundedText(path, MAX_BYTES, problem) };
  try {
    dkimSigner(dkim);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new SettingsError(`${SETTINGS.dkimKeyFile.name}: ${path}: ${error.message}`, { cause: error });
  }
  return dkim;
}

function incomplete(given: { readonly [Name in 'domain' | 'selector' | 'path']: string | null }): SettingsError {
  const { dkimDomain, dkimSelector, dkimKeyFile } = SETTINGS;
  const all = [
    [dkimDomain.name, given.domain],
    [dkimSelector.name, given.selector],
    [dkimKeyFile.name, given.path],
  ] as const;
  const missing = all.filter(([, value]) => value === null).map(([name]) => name);
  return new SettingsError(
    `Mails are signed only with all three settings of DKIM: ${missing.join(' and ')} must be set too`,
  );
}
