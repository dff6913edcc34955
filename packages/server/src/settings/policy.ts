import { argon2Hasher, type QueuedHasher } from '@algotheque/adapters-crypto';
import { DEFAULT_LIMITS, DEFAULT_POLICY, type Policy } from '@algotheque/domain';
import { readBoundedText } from '../stores/textFile.ts';
import type { Settings } from './loadSettings.ts';

/** @throws SettingsError when a file that a setting names cannot be used */
export function policyOf(settings: Settings): Policy {
  return {
    locale: settings.ALGOTHEQUE_LOCALE,
    emailCase: settings.ALGOTHEQUE_EMAIL_CASE,
    requireConfirmedEmail: settings.ALGOTHEQUE_REQUIRE_CONFIRMED_EMAIL,
    tokenIdleMs: settings.ALGOTHEQUE_TOKEN_IDLE,
    tokenAbsoluteMs: settings.ALGOTHEQUE_TOKEN_ABSOLUTE,
    sessionsPerUser: DEFAULT_POLICY.sessionsPerUser,
    confirmTtlMs: settings.ALGOTHEQUE_CONFIRM_TTL,
    recoverTtlMs: settings.ALGOTHEQUE_RECOVER_TTL,
    emailBackTtlMs: DEFAULT_POLICY.emailBackTtlMs,
    isCommonPassword:
      settings.ALGOTHEQUE_COMMON_PASSWORDS === null ? null : commonPasswords(settings.ALGOTHEQUE_COMMON_PASSWORDS),
    deleteNeedsPassword: settings.ALGOTHEQUE_DELETE_NEEDS_PASSWORD,
    limits: settings.ALGOTHEQUE_RATE_LIMITS
      ? {
          ...DEFAULT_LIMITS,
          loginPair: settings.ALGOTHEQUE_LIMIT_LOGIN,
          loginEmail: settings.ALGOTHEQUE_LIMIT_LOGIN_EMAIL,
          loginAddress: settings.ALGOTHEQUE_LIMIT_LOGIN_ADDRESS,
          register: settings.ALGOTHEQUE_LIMIT_REGISTER,
          mailAddress: settings.ALGOTHEQUE_LIMIT_MAIL,
          share: settings.ALGOTHEQUE_LIMIT_SHARE,
        }
      : null,
    quota: { algos: settings.ALGOTHEQUE_QUOTA_ALGOS, bytes: settings.ALGOTHEQUE_QUOTA_BYTES },
    folders: DEFAULT_POLICY.folders,
    history: {
      ...DEFAULT_POLICY.history,
      versions: settings.ALGOTHEQUE_HISTORY_VERSIONS,
      versionsMs: settings.ALGOTHEQUE_HISTORY_TIME,
      binMs: settings.ALGOTHEQUE_BIN_TIME,
    },
    eventsMs: settings.ALGOTHEQUE_EVENTS_KEEP,
    shares: { ...DEFAULT_POLICY.shares, waitingMs: settings.ALGOTHEQUE_SHARE_TTL },
  };
}

export function hasherOf(settings: Settings): QueuedHasher {
  const concurrency = settings.ALGOTHEQUE_HASH_CONCURRENCY;
  return argon2Hasher({
    memoryKiB: settings.ALGOTHEQUE_HASH_MEMORY_KIB,
    iterations: settings.ALGOTHEQUE_HASH_ITERATIONS,
    ...(concurrency !== null && { concurrency }),
  });
}

/** Far above the size of lists in use. */
const MAX_BYTES = 64 * 1_048_576;

/** One password a line. Upper and lower case and the normal form (NFC) make no difference. The file is read once. @throws SettingsError */
export function commonPasswords(path: string): (password: string) => boolean {
  const problem = `ALGOTHEQUE_COMMON_PASSWORDS: ${path} is not a list of passwords that can be used`;
  const passwords = new Set(folded(readBoundedText(path, MAX_BYTES, problem)).split(/\r?\n/));
  passwords.delete('');
  return (password) => passwords.has(folded(password));
}

const folded = (text: string): string => text.normalize('NFC').toLowerCase();
