import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** The sender and recipient of a mail for SMTP: plain addresses. */
export interface Envelope {
  readonly from: string;
  readonly to: string;
}

/** A mail and its envelope, as the spool stores them. */
export interface StoredMail {
  readonly envelope: Envelope;
  /** The message as it is sent. */
  readonly message: Buffer;
}

/** A file of the spool is no mail that the spool wrote: incomplete, empty, or foreign. The message says why. */
export class NotAMailError extends Error {
  override readonly name = 'NotAMailError';
}

/** A field of the message's header, so that mail programs open the file; it is not sent. */
const FIELD = 'X-Algotheque-Envelope: ';
const LINE_END = '\r\n';
/** Above the longest envelope: two addresses of 256 characters, each of which JSON may escape. */
const MAX_LINE_BYTES = 2_048;
/** A mail server could read any other text as several arguments of its command. */
const ADDRESS = /^[^\s<>]+@[^\s<>@]+$/;

/** One file holds both, the envelope and the length of the message in front: a rename moves them together. */
export function storedMail({ envelope: { from, to }, message }: StoredMail): Buffer {
  const line = JSON.stringify({ from, to, bytes: message.length });
  return Buffer.concat([Buffer.from(`${FIELD}${line}${LINE_END}`), message]);
}

/**
 * Reads what `storedMail` made, and checks that it is complete.
 * @throws NotAMailError when it is anything else
 */
export function readStoredMail(stored: Buffer): StoredMail {
  const end = stored.subarray(0, MAX_LINE_BYTES).indexOf(LINE_END);
  const line = end === -1 ? '' : stored.toString('utf8', 0, end);
  if (!line.startsWith(FIELD)) {
    throw new NotAMailError(stored.length === 0 ? 'The file is empty' : 'It does not begin with an envelope');
  }
  const { from, to, bytes } = fieldsOf(line.slice(FIELD.length));
  const message = stored.subarray(end + LINE_END.length);
  if (bytes !== message.length) throw new NotAMailError('The message is not of the length that it was written with');
  return { envelope: { from: checked(from), to: checked(to) }, message };
}

function fieldsOf(json: string): { readonly [Name in 'from' | 'to' | 'bytes']?: unknown } {
  try {
    return Object(JSON.parse(json));
  } catch (cause) {
    throw new NotAMailError('The envelope is damaged', { cause });
  }
}

function checked(address: unknown): string {
  if (typeof address === 'string' && ADDRESS.test(address)) return address;
  throw new NotAMailError('The envelope does not hold two addresses');
}

/** Many times the size of any mail of the spool. */
const MAX_MAIL_BYTES = 1_048_576;
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * The content of a file of the spool; a symbolic link is not followed.
 * @throws NotAMailError when it is no file, or larger than any mail; the system's error when it cannot be read
 */
export async function readMailFile(path: string): Promise<Buffer> {
  const handle = await open(path, READ).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOOP' || error.code === 'ENXIO' ? new NotAMailError('It is not a file') : error;
  });
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new NotAMailError('It is not a file');
    if (stats.size > MAX_MAIL_BYTES) throw new NotAMailError('It is larger than any mail of the spool');
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
