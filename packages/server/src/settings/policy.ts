import { argon2Hasher, type QueuedHasher } from '@algotheque/adapters-crypto';
import { DEFAULT_LIMITS, DEFAULT_POLICY, type Policy } from '@algotheque/domain';
import { commonPasswords } from './commonPasswords.ts';
import type { Settings } from './loadSettings.ts';

/**
 * The settings that the domain needs.
 * @throws SettingsError when a file that a setting names cannot be used
 */
export function policyOf(settings: Settings): Policy {
  return {
    locale: settings.locale,
    emailCase: settings.emailCase,
    requireConfirmedEmail: settings.requireConfirmedEmail,
    tokenIdleMs: settings.tokenIdle,
    tokenAbsoluteMs: settings.tokenAbsolute,
    sessionsPerUser: settings.sessionsPerUser,
    confirmTtlMs: settings.confirmTtl,
    recoverTtlMs: settings.recoverTtl,
    emailBackTtlMs: settings.emailBackTtl,
    isCommonPassword: settings.commonPasswords === null ? null : commonPasswords(settings.commonPasswords),
    deleteNeedsPassword: settings.deleteNeedsPassword,
    limits: settings.rateLimits
      ? {
          loginPair: settings.limitLogin,
          loginEmail: settings.limitLoginEmail,
          loginAddress: settings.limitLoginAddress,
          loginNetwork: settings.limitLoginNetwork,
          register: settings.limitRegister,
          registerNetwork: settings.limitRegisterNetwork,
          mailAddress: settings.limitMail,
          mailNetwork: settings.limitMailNetwork,
          newPassword: settings.limitNewPassword,
          share: settings.limitShare,
          shareAddress: DEFAULT_LIMITS.shareAddress,
          shareNetwork: DEFAULT_LIMITS.shareNetwork,
          shareMails: DEFAULT_LIMITS.shareMails,
          mailsPerLinkLife: settings.mailsPerLinkLife,
          mailsOfUnconfirmed: DEFAULT_LIMITS.mailsOfUnconfirmed,
          knownAddressMs: DEFAULT_LIMITS.knownAddressMs,
          knownAddresses: DEFAULT_LIMITS.knownAddresses,
        }
      : null,
    quota: { algos: settings.quotaAlgos, bytes: settings.quotaBytes },
    folders: DEFAULT_POLICY.folders,
    history: { versions: settings.historyVersions, versionsMs: settings.historyTime, binMs: settings.binTime },
    shares: { ...DEFAULT_POLICY.shares, waitingMs: settings.shareTtl },
  };
}

/** The hasher of passwords as the settings say. */
export function hasherOf({ hashMemory, hashIterations, hashParallelism, hashConcurrency }: Settings): QueuedHasher {
  return argon2Hasher({
    memoryKiB: hashMemory,
    iterations: hashIterations,
    parallelism: hashParallelism,
    ...(hashConcurrency !== null && { concurrency: hashConcurrency }),
  });
}
