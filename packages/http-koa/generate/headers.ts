import type { ResponseHeader } from '../src/route.ts';

interface Header {
  readonly description: string;
  /** Whether each answer that can have it has it. */
  readonly required: boolean;
  readonly schema: Readonly<Record<string, unknown>>;
}

type Name = ResponseHeader | 'X-Request-Id' | 'X-Missing-Fields' | 'Retry-After' | 'WWW-Authenticate';

const text = { type: 'string' } as const;
const seconds = { type: 'integer', minimum: 1 } as const;

/** The headers of answers that tell a client something, beside those of every answer that are in `description.ts`. */
export const HEADERS: Readonly<Record<Name, Header>> = {
  'X-Request-Id': {
    description: 'The id of the request. The log has it.',
    required: true,
    schema: { ...text, format: 'uuid' },
  },
  'Content-Disposition': {
    description: 'That browsers save the answer as a file, and its name.',
    required: true,
    schema: text,
  },
  ETag: {
    description:
      'The version of the algorithm, or of all folders of the user, for `If-Match` and, of algorithms, `If-None-Match`. Every change raises it.',
    required: true,
    schema: { ...text, pattern: '^"(0|[1-9][0-9]*)"$' },
  },
  Location: {
    description: 'The path of the new record.',
    required: true,
    schema: { ...text, format: 'uri-reference' },
  },
  'Set-Cookie': {
    description:
      'The session of a browser: the access token in a cookie that scripts cannot read (`HttpOnly`, `SameSite=Lax`, of this host only). After a logout, the end of that cookie.',
    required: false,
    schema: text,
  },
  Link: {
    description: 'The address of the next page, with `rel="next"`. Without it this page is the last one.',
    required: false,
    schema: text,
  },
  'X-Entries-Left-Out': {
    description:
      'What an import did besides what the report has room for: how many files and folders were `created`, `present`, `refused`, and how many were not looked at (`unread`) because too many were refused. Without it the report has all.',
    required: false,
    schema: {
      ...text,
      pattern: '^(created|present|refused|unread)=[1-9][0-9]*(, (present|refused|unread)=[1-9][0-9]*)*$',
    },
  },
  'X-Records-Left-Out': {
    description: 'How many records are damaged in the store, and so are not in the answer. Without it none is.',
    required: false,
    schema: { type: 'integer', minimum: 1 },
  },
  'X-Total-Count': {
    description: 'How many records are found on all pages together, if `total=true` asked for it.',
    required: false,
    schema: { type: 'integer', minimum: 0 },
  },
  'X-Total-Count-Or-More': {
    description:
      'There may be more than `X-Total-Count`: a count looks at 10,000 own algorithms and 10,000 that others share, at most.',
    required: false,
    schema: { ...text, enum: ['true'] },
  },
  'X-Missing-Fields': {
    description:
      'With `Responses.General.Missing_data`: the required fields that are missing, with `, ` between them. `email|idUtilisateur` is a choice: one of these is required.',
    required: false,
    schema: { ...text, pattern: '^[A-Za-z]+([|][A-Za-z]+)*(, [A-Za-z]+([|][A-Za-z]+)*)*$' },
  },
  'Retry-After': { description: 'How many seconds to wait before the next try.', required: true, schema: seconds },
  'WWW-Authenticate': {
    description: 'The scheme of the access token, with an error if one was sent.',
    required: true,
    schema: { ...text, enum: ['Bearer', 'Bearer error="invalid_token"'] },
  },
};
