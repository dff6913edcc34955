import type { Group } from '../src/groups.ts';

/** The groups of routes as readers see them. */
export const TAGS: Readonly<Record<Group, { readonly name: string; readonly description: string }>> = {
  users: { name: 'Users', description: 'Accounts, access tokens, and mails. Answers are `{ message, data? }`.' },
  algos: { name: 'Algorithms', description: 'JSON documents of users. Answers are `{ status, message, data? }`.' },
  admin: {
    name: 'Administration',
    description: 'Accounts and mails, for owners of the service. Answers are `{ status, message, data? }`.',
  },
  folders: { name: 'Folders', description: 'Folders of users. Answers are `{ status, message, data? }`.' },
  root: { name: 'Health', description: 'For operators of the service. Answers are `{ status, message, data? }`.' },
};

/** What is true of every route. */
export const DESCRIPTION = `User accounts, and JSON documents ("algorithms") that users own and share.

Requests and answers are JSON. \`message\` is an identifier that does not change; data is absent where there is none. Clients must
ignore fields of answers that they do not know.

In requests unknown fields are ignored, null and the empty text count as not sent, also in the query, and a trailing slash of a path makes no
difference. Texts are well-formed Unicode: half of a surrogate pair is refused. Lengths of texts count Unicode code points, as JSON Schema
does. Some rules have no keyword in JSON Schema: they are in the description of the field.

\`If-Match\` and \`If-None-Match\` are refused with 400 where they are not listed; \`If-None-Match\` is ignored where a GET only reads.

A browser can have the session in a cookie in place of the token: \`loginByCookie\` makes it. The token is left out of the request then, and what changes something must come
from a page of the service.

A failure is a page in HTML for a client that prefers HTML to JSON by \`Accept\`, with the same status and headers. Routes with pages for other
answers have \`text/html\` below; \`?lang=en\` or \`?lang=fr\` is the language of a page, if \`Accept-Language\` is not to decide.

Every answer has the headers \`Cache-Control\`, \`Content-Security-Policy\`, \`Referrer-Policy\` and \`X-Content-Type-Options\`, and with CORS
\`Vary\` and \`Access-Control-*\`. Not in this description are: the pages \`/\` and \`/docs\`; \`OPTIONS\`, which every path answers with 204
and \`Allow\`; 404 \`Responses.General.Not_found\` for other paths; 405 \`Responses.General.Method_not_allowed\` with \`Allow\` for other
methods; and 400, 408, 431 and 503 without a body, to what is no complete HTTP request and to requests that still wait when the server
stops.`;
