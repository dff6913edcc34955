/** Who a stored mail is from and for, by its own headers. */
export interface Envelope {
  readonly from: string;
  readonly to: string;
}

/** A file of the spool is no mail that the spool wrote: cut off, empty, or somebody else's. The message says why. */
export class NotAMailError extends Error {
  override readonly name = 'NotAMailError';
}

type Headers = ReadonlyMap<string, readonly string[]>;

const ONCE = ['from', 'to', 'subject', 'date', 'message-id', 'content-type'];
const WORD = String.raw`[^\s<>@"(),:;\\[\]]+`;
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;
const ADDRESS = `(?:${WORD}|${QUOTED})@${WORD}`;
const MAILBOX = new RegExp(`^(?:(?:${QUOTED}|[^"<>@,;:]*) ?<(?<named>${ADDRESS})>|(?<bare>${ADDRESS}))$`);

/**
 * Reads the envelope of a mail that the spool wrote, and makes sure that all of it is there: it ends with the end of its
 * last part.
 * @throws NotAMailError when it is anything else
 */
export function readStoredMail(bytes: Buffer): Envelope {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) throw new NotAMailError(bytes.length === 0 ? 'The file is empty' : 'The header has no end');
  const headers = parseHeaders(bytes.toString('utf8', 0, end));
  for (const name of ONCE) only(headers, name);
  const boundary = /^multipart\/alternative; boundary="(?<boundary>[^"]+)"$/.exec(only(headers, 'content-type'));
  const lastLine = `\r\n--${boundary?.groups?.['boundary']}--\r\n`;
  if (boundary === null || !bytes.subarray(-lastLine.length).equals(Buffer.from(lastLine))) {
    throw new NotAMailError('The body is cut off, or not of the two parts that it should have');
  }
  return { from: addressIn(only(headers, 'from'), 'From'), to: addressIn(only(headers, 'to'), 'To') };
}

function parseHeaders(text: string): Headers {
  const headers = new Map<string, string[]>();
  for (const line of text.replace(/\r\n(?=[ \t])/g, '').split('\r\n')) {
    const match = /^(?<name>[!-9;-~]+):\s*(?<value>.*)$/.exec(line);
    const { name = null, value = '' } = match?.groups ?? {};
    if (name === null || /[\r\n\0]/.test(value)) throw new NotAMailError('A line of the header is none');
    const key = name.toLowerCase();
    headers.set(key, [...(headers.get(key) ?? []), value]);
  }
  return headers;
}

function only(headers: Headers, name: string): string {
  const [value, ...more] = headers.get(name) ?? [];
  if (value === undefined || more.length > 0) throw new NotAMailError(`The header must have ${name} exactly once`);
  return value;
}

function addressIn(mailbox: string, name: string): string {
  const { named, bare } = MAILBOX.exec(mailbox)?.groups ?? {};
  const address = named ?? bare;
  if (address === undefined) throw new NotAMailError(`${name} does not hold one address`);
  return address;
}
