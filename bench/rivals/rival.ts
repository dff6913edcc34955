import type { Request } from '../http/connection.ts';
import type { ServerProcess } from '../http/serverProcess.ts';

/** A server to compare, and its requests for the same work. */
export interface Rival {
  readonly name: string;
  readonly server: ServerProcess;
  readonly signUp: (email: string) => Request;
  readonly login: (email: string) => Request;
  /** The requests of a logged-in user, from the answer to the login. */
  readonly member: (head: string, body: string) => Member;
}

export interface Member {
  /** The cheapest request that needs a session and answers with its user. */
  readonly session: Request;
  /** For a server with documents: those that only their owner can read. */
  readonly documents?: Documents;
}

export interface Documents {
  readonly create: Request;
  /** The requests on the document that `create` answered with this body. */
  readonly on: (body: string) => { readonly read: Request; readonly update: Request; readonly remove: Request };
  /** A hundred documents of the owner, without their source code. */
  readonly list: Request;
}

export const PASSWORD = 'correct horse battery staple';

export function post(path: string, body: object, more: Partial<Request> = {}): Request {
  return { method: 'POST', path, body: JSON.stringify(body), ...more };
}

/** The JSON of a body; the body may be one undecoded chunk, with its length before it. */
export function parsed<Data>(body: string): Data {
  return JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1)) as Data; // the type that the caller names
}
