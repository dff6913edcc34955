import { DEFAULT_LIMITS, type Policy } from '@algotheque/domain';
import type { Settings } from './settings/loadSettings.ts';

/** The part of the settings that the domain decides by. */
export function policyOf(settings: Settings): Policy {
  return {
    locale: settings.locale,
    requireConfirmedEmail: settings.requireConfirmedEmail,
    tokenIdleMs: settings.tokenIdle,
    tokenAbsoluteMs: settings.tokenAbsolute,
    confirmTtlMs: settings.confirmTtl,
    recoverTtlMs: settings.recoverTtl,
    limits: settings.rateLimits
      ? {
          loginPair: settings.limitLogin,
          loginEmail: settings.limitLoginEmail,
          register: settings.limitRegister,
          mail: settings.limitMail,
          knownAddressMs: DEFAULT_LIMITS.knownAddressMs,
        }
      : null,
  };
}
