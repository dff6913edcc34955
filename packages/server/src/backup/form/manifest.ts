import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { sortedJson } from '../../migrate/sortedJson.ts';
import { StartError } from '../../startError.ts';

const FORMAT = 'algotheque-backup';
/** Raised when an older release would misread a backup. Version 1 had each folder in a row of its own, version 2 no history and no bin. */
const VERSION = 5;
/** No release has made them: what they say of the bin cannot be read. */
const UNRELEASED: readonly number[] = [3, 4];

/** A manifest that is larger is not read: what is left out is named up to a bound, and all else has a fixed size. */
export const MAX_MANIFEST_BYTES = 1_048_576;

/** The most characters of its texts: a release, what is left out, a finding. */
export const MOST_CHARS = { release: 100, leftOut: 1_000, finding: 300 } as const;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
/** Rows or contents: how many, their bytes, and the SHA-256 of the file of rows or of the sorted digests, a line each. */
const tally = v.strictObject({ count, bytes: count, sha256 });

const Manifest = v.strictObject({
  format: v.literal(FORMAT),
  version: v.picklist([1, 2, VERSION]),
  /** When the moment of the backup was, in ISO 8601. */
  date: v.pipe(v.string(), v.isoTimestamp()),
  /** The release that made it. */
  release: v.pipe(v.string(), v.maxLength(MOST_CHARS.release)),
  /** The scheme of the URL of its store, such as `sqlite`. */
  store: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9+.-]{0,30}$/)),
  /** Whether all rows are of one moment; otherwise they were read one after the other, each with its content. */
  isOneMoment: v.boolean(),
  rows: v.strictObject({
    user: tally,
    session: tally,
    folder: tally,
    algo: tally,
    deleted: v.optional(tally),
    former: v.optional(tally),
    deletion: tally,
    lastId: tally,
  }),
  contents: tally,
  /** What the store holds and the backup does not, because it is damaged. */
  leftOut: v.strictObject({ count, named: v.array(v.pipe(v.string(), v.maxLength(MOST_CHARS.leftOut))) }),
  /** What the doctor finds in the records, which the store had too. Absent in backups of older releases, where it is not known. */
  findings: v.optional(v.array(v.pipe(v.string(), v.maxLength(MOST_CHARS.finding)))),
});
export type Manifest = v.InferOutput<typeof Manifest>;
export type Tally = v.InferOutput<typeof tally>;

/** The format and version, which `manifestText` adds, are left out. */
export type ManifestFacts = Omit<Manifest, 'format' | 'version'>;

/**
 * With a digest of its own, so that damage of the manifest shows, and with a signature, so that a change by somebody without the secret does.
 * The digest covers those of all other files.
 * @param secret that of the service; null makes a manifest without a signature
 */
export function manifestText(facts: ManifestFacts, secret: Uint8Array | null = null): string {
  const manifest: Manifest = { format: FORMAT, version: VERSION, ...facts };
  const digest = digestOf(manifest);
  const signature = secret === null ? {} : { signature: signatureOf(digest, secret) };
  return `${JSON.stringify({ ...manifest, digest, ...signature }, null, 2)}\n`;
}

/** The label is of no other use of the secret. */
const signatureOf = (digest: string, secret: Uint8Array): string =>
  createHmac('sha256', secret).update(`algotheque backup\n${digest}`).digest('hex');

const Envelope = v.looseObject({ format: v.literal(FORMAT), version: count });
const Signed = v.looseObject({ digest: sha256, signature: v.optional(sha256) });

/** @throws StartError that says why this is no manifest that can be used */
export function parseManifest(text: string): Manifest {
  const json = jsonOf(text);
  const envelope = v.safeParse(Envelope, json);
  if (!envelope.success) throw new StartError('The manifest is that of no backup of Algotheque');
  if (envelope.output.version > VERSION) {
    throw new StartError('The backup is of a newer release of Algotheque: use that release');
  }
  if (UNRELEASED.includes(envelope.output.version)) {
    throw new StartError('The backup was made between two releases: restore it with the program that made it');
  }
  const signed = v.safeParse(Signed, json);
  const { digest, signature: _other, ...rest } = signed.success ? signed.output : { digest: null, signature: null };
  const manifest = v.safeParse(Manifest, rest);
  if (!manifest.success || digestOf(manifest.output) !== digest) throw new StartError('The manifest is damaged');
  return manifest.output;
}

/** Whether somebody with this secret has made a manifest that `parseManifest` takes. */
export function isSignedBy(text: string, secret: Uint8Array): boolean {
  const { digest, signature } = v.parse(Signed, jsonOf(text));
  const expected = signatureOf(digest, secret);
  return signature !== undefined && timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new StartError('The manifest is damaged: it is no JSON', { cause });
  }
}

const digestOf = (manifest: Manifest): string => hash('sha256', sortedJson(manifest));

/** The tally of contents: it does not depend on their order. */
export function contentsTally(sizes: ReadonlyMap<string, number>): Tally {
  const lines = [...sizes.keys()].sort().map((digest) => `${digest}\n`);
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  return { count: sizes.size, bytes, sha256: hash('sha256', lines.join('')) };
}
