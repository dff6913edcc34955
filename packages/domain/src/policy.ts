import * as v from 'valibot';
import type { RateRule } from './rateLimiter.ts';
import { LOCALES } from './user.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The most sessions of one user that a policy may allow: a list of them is read whole. */
export const MOST_SESSIONS = 1_000;

/** The most former versions of one algorithm that a policy may keep: a list of them is read whole. */
const MOST_VERSIONS = 100;

/** What `DEFAULT_POLICY` limits: fixed windows from the first hit. */
export const DEFAULT_LIMITS = {
  /** Failed logins by address and e-mail. Default: 10 a minute. */
  loginPair: { limit: 10, windowMs: MINUTE },
  /** Failed logins by e-mail. Default: 100 an hour. */
  loginEmail: { limit: 100, windowMs: HOUR },
  /**
   * Failed logins by address alone, for all e-mails together. An address with a good login to an e-mail is exempt
   * for that e-mail for `knownAddressMs`. Default: 100 in ten minutes.
   */
  loginAddress: { limit: 100, windowMs: 10 * MINUTE },
  /** Registrations by address (IPv6: /64). Default: 20 an hour. */
  register: { limit: 20, windowMs: HOUR },
  /** Mails asked for (confirm, recover and change of the address together) by address (IPv6: /64). Default: 30 an hour. */
  mailAddress: { limit: 30, windowMs: HOUR },
  /**
   * New passwords of one account by its user, and mails about new passwords to one address, whichever account has it. A reset by mail is
   * not counted and not refused. Default: 5 in 30 minutes.
   */
  newPassword: { limit: 5, windowMs: 30 * MINUTE },
  /** Shares with a person, by the owner. Default: 100 an hour, enough for three classes. */
  share: { limit: 100, windowMs: HOUR },
  /** The same by the address of the client. Default: 300 an hour, because a school may have one address. */
  shareAddress: { limit: 300, windowMs: HOUR },
  /** Mails about shares that one owner makes the service send to one address. Default: 20 a day. */
  shareMails: { limit: 20, windowMs: DAY },
  /**
   * How many mails of a kind are sent to one address while the links in them are valid, whichever account has the address. Default: 5. New
   * credentials make recovery links void, and begin a new count for them.
   */
  mailsPerLinkLife: 5,
  /**
   * Mails about a change of address that all accounts which were never confirmed make the service send to one address together; and mails
   * about shares, counted by themselves. Default: 20 a day.
   */
  mailsOfUnconfirmed: { limit: 20, windowMs: DAY },
  /**
   * How long a session that was issued exempts its address from the limits by e-mail and by address, while the user has the same
   * credentials. Default: 30 d.
   */
  knownAddressMs: 30 * DAY,
  /** How many addresses get exempt for one user in that time. Default: 50. */
  knownAddresses: 50,
} satisfies Record<string, RateRule | number>;

/**
 * An IPv6 /56, of which one customer of a provider may have all addresses, may do this many times what one address (/64) may: several
 * people may be in it. IPv4 has no such limit.
 */
export const NETWORK_TIMES = 5;

type DefaultLimits = typeof DEFAULT_LIMITS;

export type Limits = {
  readonly [Name in keyof DefaultLimits]: DefaultLimits[Name] extends RateRule ? RateRule : number;
};

// A comparison with NaN is always false: a token with such a time would never end.
const positiveInteger = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

const notNegative = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const settings = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(v.strictObject(entries), v.readonly());

const rule = settings({ limit: positiveInteger, windowMs: positiveInteger });

const limits = Object.fromEntries(
  Object.entries(DEFAULT_LIMITS).map(([name, given]) => [name, typeof given === 'number' ? positiveInteger : rule]),
) as { readonly [Name in keyof Limits]: Limits[Name] extends number ? typeof positiveInteger : typeof rule }; // by its entries
const LimitsSchema: v.GenericSchema<Limits> = v.strictObject(limits);

/** What one user may own; positive integers. */
const QuotaSchema = settings({
  /** Algorithms. Default: 10,000, one a day for 27 years. */
  algos: positiveInteger,
  /**
   * Bytes of their source code, as compact JSON, and `SHARE_BYTES` for each of their shares. Default: 1 GiB, or 10,000 algorithms of 100
   * KiB, where those of `examples/algorithms` have 5 KiB.
   */
  bytes: positiveInteger,
});
export type Quota = v.InferOutput<typeof QuotaSchema>;

/** What an operator may set. All times in milliseconds; times and limits are positive integers. */
export const PolicySchema = settings({
  /** Language of mails for callers that name none. Default: en. */
  locale: v.picklist(LOCALES),
  /** How e-mail addresses are compared; the store of users must compare them so, too. Default: exact. */
  emailCase: v.picklist(['exact', 'folded']),
  /** Whether login waits for the confirmation. Default: false. */
  requireConfirmedEmail: v.boolean(),
  /** An access token's end when unused. Default: 48 h. */
  tokenIdleMs: positiveInteger,
  /** An access token's end in any case. Default: 30 d. */
  tokenAbsoluteMs: positiveInteger,
  /** The most sessions of one user, at most 1,000: a login above it ends the session that was idle longest. Default: 50. */
  sessionsPerUser: v.pipe(positiveInteger, v.maxValue(MOST_SESSIONS)),
  /**
   * How long a confirmation token is valid. Default: 24 h, the most that OWASP ASVS 5.0 6.4 allows for an out-of-band secret for set-up.
   */
  confirmTtlMs: positiveInteger,
  /** How long a recovery token is valid. Default: 30 min. */
  recoverTtlMs: positiveInteger,
  /**
   * How long an e-mail address that was changed can be taken back by its link, and is reserved. Default: 7 d, so that
   * somebody who reads mails once a week is in time.
   */
  emailBackTtlMs: positiveInteger,
  /**
   * Whether a new password, in NFC, is a common one; it is refused then. Called before a password is set, never at
   * a login. Default: null, because the specification sets the rules.
   */
  isCommonPassword: v.nullable(v.custom<(password: string) => boolean>((value) => typeof value === 'function')),
  /** Whether users must send their password to delete their account. Default: false, because the specification sets the route. */
  deleteNeedsPassword: v.boolean(),
  /** Null switches all of them off, for load tests. */
  limits: v.nullable(LimitsSchema),
  /** What one user may own. Null switches the check off; then no store is asked. */
  quota: v.nullable(QuotaSchema),
  /** What the folders of one user may be. Fewer remove nothing: a user who has more can still rename, delete, and move them up. */
  folders: settings({
    /** Folders. Default: 1,000, which is a tree of 60 KB with common names. All names together have at most 128 KiB. */
    perUser: positiveInteger,
    /** Folders on the way to the top. Default: 32. */
    depth: positiveInteger,
  }),
  /** How shares wait for an e-mail address that nobody has confirmed. */
  shares: settings({
    /** How many wait for each algorithm. Default: 100, more than a large class. */
    waitingPerAlgo: positiveInteger,
    /**
     * How long each waits. Default: 30 d. A change holds for shares from then on: after a shorter time is set, the link of an earlier
     * invitation works again only when no more than that time is left of it.
     */
    waitingMs: positiveInteger,
  }),
  /**
   * How long former versions and deleted algorithms are kept; 0 keeps none. After a change of these times, what is kept already still ends
   * at the time that it got before, but no later than in 30 days or the longest of these times, from now.
   */
  history: settings({
    /** The last former versions of one algorithm, at most 100; of each day before them one stays, too. Default: 20. */
    versions: v.pipe(notNegative, v.maxValue(MOST_VERSIONS)),
    /** How long a former version is kept; the latest one of an algorithm stays. Default: 30 d. */
    versionsMs: notNegative,
    /** Saves of one person within this time of the first of them are one version; 0: each save is one. Default: 10 min. */
    savesMs: notNegative,
    /** How long a deleted algorithm can be restored. Default: 30 d. */
    binMs: notNegative,
  }),
  /** How long owners of the service can read an event. Default: 90 d. */
  eventsMs: positiveInteger,
});
export type Policy = v.InferOutput<typeof PolicySchema>;

/** The policy of a service that is given none; `Policy` says why. Times in milliseconds. */
export const DEFAULT_POLICY: Policy = {
  locale: 'en',
  emailCase: 'exact',
  requireConfirmedEmail: false,
  tokenIdleMs: 48 * HOUR,
  tokenAbsoluteMs: 30 * DAY,
  sessionsPerUser: 50,
  confirmTtlMs: DAY,
  recoverTtlMs: 30 * MINUTE,
  emailBackTtlMs: 7 * DAY,
  isCommonPassword: null,
  deleteNeedsPassword: false,
  limits: DEFAULT_LIMITS,
  quota: { algos: 10_000, bytes: 1_073_741_824 },
  folders: { perUser: 1_000, depth: 32 },
  history: { versions: 20, versionsMs: 30 * DAY, savesMs: 10 * MINUTE, binMs: 30 * DAY },
  shares: { waitingPerAlgo: 100, waitingMs: 30 * DAY },
  eventsMs: 90 * DAY,
};
