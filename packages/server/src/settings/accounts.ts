import * as v from 'valibot';
import * as values from './values.ts';

export const accountsSettings = {
  ALGOTHEQUE_SECRET: {
    schema: values.secret,
    secret: true,
    meaning:
      'The key that signs the links in mails, at least 32 bytes. All servers of one database need the same key. Default: the first start makes one and keeps it in the data folder.',
  },
  ALGOTHEQUE_SECRET_FILE: {
    schema: values.path,
    meaning: 'A file that holds the secret. Use it instead of `ALGOTHEQUE_SECRET`.',
  },
  ALGOTHEQUE_REQUIRE_CONFIRMED_EMAIL: {
    schema: v.optional(values.onOff, 'off'),
    meaning: '`on`: users can log in only after they have confirmed their e-mail.',
  },
  ALGOTHEQUE_EMAIL_CASE: {
    schema: v.optional(values.oneOf(['exact', 'folded']), 'exact'),
    meaning:
      'How e-mail addresses are compared. `exact`: code unit by code unit, as specified. `folded`: without regard to case and to Unicode normal form (the lower case of NFC); an address is kept and shown as it was typed. It counts when a store is made, and the store keeps it: a start with another value is refused. To change it, make a backup and restore it into a new store with this setting.',
  },
  ALGOTHEQUE_COMMON_PASSWORDS: {
    schema: values.path,
    meaning:
      'A file of passwords that nobody may choose: one password a line, in UTF-8, at most 64 MiB. The server reads it at the start. It ignores case, Unicode normal form (NFC) and empty lines. Default: no list.',
  },
  ALGOTHEQUE_DELETE_NEEDS_PASSWORD: {
    schema: v.optional(values.onOff, 'off'),
    meaning: '`on`: users must send their password (`currentPassword` in the body) to delete their account.',
  },
  ALGOTHEQUE_TOKEN_IDLE: {
    schema: v.optional(values.duration(), '48h'),
    meaning:
      'An access token ends when nobody has used it for this long. At most `ALGOTHEQUE_TOKEN_ABSOLUTE`; a longer one refuses the start.',
  },
  ALGOTHEQUE_TOKEN_ABSOLUTE: {
    schema: v.optional(values.duration(), '30d'),
    meaning: 'An access token always ends this long after login.',
  },
  ALGOTHEQUE_HASH_MEMORY_KIB: {
    schema: v.optional(values.integer(19_456, 1_048_576), '19456'),
    meaning: 'Memory of a password hash (argon2id), in KiB.',
  },
  ALGOTHEQUE_HASH_ITERATIONS: {
    schema: v.optional(values.integer(2, 100), '2'),
    meaning: 'How many passes (iterations) a password hash takes.',
  },
  ALGOTHEQUE_HASH_CONCURRENCY: {
    schema: values.integer(1, 1_000),
    meaning:
      'How many password hashes are computed at once; each takes its memory. Default: two more than there are cores, so that the cores have work while a commit waits for the disk. On Linux the threads of hashes have a low priority, so that they delay other requests less. Fewer hashes leave more time for other programs on the machine, and logins take longer.',
  },
  ALGOTHEQUE_EVENTS_KEEP: {
    schema: v.optional(values.duration('3650d', '1d'), '90d'),
    meaning:
      'How long owners of the service can read events, at `/admin` and with `algotheque event list`: who did what, when, and from which network. The store has the last 1,000,000 at most. The log is not concerned.',
  },
} as const;
