import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { ROW_KINDS } from '../../migrate/rows.ts';

/** The form of a backup: lines of JSON. Raised when an older release would misread one. */
export const FORM = 1;

export const MOST_CHARS = { release: 100, leftOut: 1_000, finding: 300 } as const;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const isoTimestamp = v.pipe(v.string(), v.isoTimestamp());
const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const texts = (most: number) => v.array(v.pipe(v.string(), v.maxLength(most)));

/** The first line. */
export const Head = v.strictObject({
  algotheque: v.literal('backup'),
  form: v.literal(FORM),
  /** When it was begun, in ISO 8601. */
  date: isoTimestamp,
  release: v.pipe(v.string(), v.maxLength(MOST_CHARS.release)),
  /** The scheme of the URL of its store, such as `sqlite`. */
  store: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9+.-]{0,30}$/)),
});

/** What is in a line of content: the reference by which an algorithm names it, which ends with its SHA-256, and its exact text. */
export const ContentLine = v.strictObject({
  content: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}-[0-9a-f]{64}$/)),
  text: v.string(),
});

/** The line before the rows, in ISO 8601: when they were so. Contents come before it, but for those that were read with their rows. */
export const Moment = v.strictObject({ moment: isoTimestamp });

/** The line after the rows. */
const Facts = v.strictObject({
  /** Whether all rows are of the moment; otherwise some of them were read later, each with its content. */
  isOneMoment: v.boolean(),
  rows: v.strictObject(v.entriesFromList(ROW_KINDS, count)),
  /** Those that no row names any more are counted too: they were replaced while the backup was made. */
  contents: v.strictObject({ count, bytes: count }),
  /** What the store holds and the backup does not, because it is damaged. */
  leftOut: v.strictObject({ count, named: texts(MOST_CHARS.leftOut) }),
  /** What the doctor finds in the rows, which the store had too. */
  findings: texts(MOST_CHARS.finding),
});
export const End = v.strictObject({ end: Facts });

/** The last line: the SHA-256 of all bytes before it, and its HMAC with the secret of the service; null: it was not known. */
export const Seal = v.strictObject({ sha256, signature: v.nullable(sha256) });

export type Head = v.InferOutput<typeof Head>;
export type Moment = v.InferOutput<typeof Moment>;
export type Facts = v.InferOutput<typeof Facts>;
export type Seal = v.InferOutput<typeof Seal>;

export type BackupFacts = Facts & Omit<Head, 'algotheque' | 'form'> & Moment;

const SHA256_HEX_CHARS = 64;

/** The SHA-256 that a reference ends with, in hex. */
export const digestInRef = (ref: string): string => ref.slice(-SHA256_HEX_CHARS);

/** @param digest the SHA-256 of all bytes before the seal @param secret that of the service; null makes a seal without a signature */
export const sealOf = (digest: string, secret: Uint8Array | null): Seal => ({
  sha256: digest,
  signature: secret === null ? null : signatureOf(digest, secret),
});

export function isSignedBy({ sha256, signature }: Seal, secret: Uint8Array): boolean {
  return signature !== null && timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(sha256, secret)));
}

/** The label is of no other use of the secret. */
const signatureOf = (digest: string, secret: Uint8Array): string =>
  createHmac('sha256', secret).update(`algotheque backup\n${digest}`).digest('hex');
