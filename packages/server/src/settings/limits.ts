import * as v from 'valibot';
import * as values from './values.ts';

export const limitsSettings = {
  ALGOTHEQUE_RATE_LIMITS: {
    schema: v.optional(values.onOff, 'on'),
    meaning: '`off` switches all rate limits off; use it for load tests only.',
  },
  ALGOTHEQUE_LIMIT_LOGIN: {
    schema: v.optional(values.rate, '10/1m'),
    meaning:
      'Failed logins from one client address to one e-mail. As of all limits of logins, one counts until it has succeeded: more at once are refused, too.',
  },
  ALGOTHEQUE_LIMIT_LOGIN_EMAIL: {
    schema: v.optional(values.rate, '100/1h'),
    meaning:
      'Failed logins to one e-mail, from all client addresses together. An address from which a login to this e-mail succeeded in the last 30 days does not count.',
  },
  ALGOTHEQUE_LIMIT_LOGIN_ADDRESS: {
    schema: v.optional(values.rate, '100/10m'),
    meaning:
      'Failed logins from one client address (IPv6: /64), to all e-mails together; from an IPv6 /56 network, of which one customer of a provider may have all addresses, five times as many. Logins to an e-mail do not count and are not refused if a login to it from this address succeeded in the last 30 days. The default is enough for the typing errors of the new users of a school that has one address.',
  },
  ALGOTHEQUE_LIMIT_REGISTER: {
    schema: v.optional(values.rate, '20/1h'),
    meaning: 'Registrations from one client address (IPv6: /64); from an IPv6 /56 network five times as many.',
  },
  ALGOTHEQUE_LIMIT_MAIL: {
    schema: v.optional(values.rate, '30/1h'),
    meaning:
      'Requests for mails (confirmation, recovery, change of the e-mail address) from one client address (IPv6: /64); from an IPv6 /56 network five times as many. With the default, a school class behind one address can recover within an hour, and one stranger cannot ask for many mails.',
  },
  ALGOTHEQUE_LIMIT_SHARE: {
    schema: v.optional(values.rate, '100/1h'),
    meaning:
      'How often one user shares algorithms with a person. Each share can send a mail, and tells whether an e-mail has a confirmed account. The default is enough for three classes.',
  },
  ALGOTHEQUE_SHARE_TTL: {
    schema: v.optional(values.duration(), '30d'),
    meaning:
      'How long a share waits for an e-mail address, and the link of its invitation works. A change holds for shares from then on. After a shorter time is set, the link of an earlier invitation works again only when no more than that time is left of it: the owner can withdraw the share and make it anew.',
  },
  ALGOTHEQUE_QUOTA_ALGOS: {
    schema: v.optional(values.integer(1, 999_999_999_999_999), '10000'),
    meaning: 'How many algorithms one user may own, those in the bin included. The default is one a day for 27 years.',
  },
  ALGOTHEQUE_QUOTA_BYTES: {
    schema: v.optional(values.integer(1, 999_999_999_999_999), '1073741824'),
    meaning:
      'How many bytes of source code one user may own, as compact JSON, with 256 for each user with a right and each share that waits, the bin and former versions included. Former versions are removed where the rest needs their room. The default, 1 GiB, is enough for 10,000 algorithms of 100 KiB; an algorithm in `examples/algorithms` has about 5 KiB.',
  },
  ALGOTHEQUE_HISTORY_VERSIONS: {
    schema: v.optional(values.integer(0, 100), '20'),
    meaning:
      'How many former versions of the source code of an algorithm are kept, the last ones; of each day before them the latest one stays, too. A smaller number holds for an algorithm from its next change on. 0 keeps none, and removes those that are there.',
  },
  ALGOTHEQUE_HISTORY_TIME: {
    schema: v.optional(values.wait('3650d'), '30d'),
    meaning:
      'How long a former version is kept after its source code was replaced; the latest former version of an algorithm stays. `0s` keeps none.',
  },
  ALGOTHEQUE_BIN_TIME: {
    schema: v.optional(values.wait('3650d'), '30d'),
    meaning:
      'How long a deleted algorithm waits in the bin, where its owner can restore it; a change holds for what is in it already. `0s` deletes at once.',
  },
} as const;
