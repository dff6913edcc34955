/** What can go wrong between the client and the service, beside the failures that the service names. */
export type ClientCode =
  /** The request got no answer: no network, no server, a redirect, or an origin that the service does not allow (CORS). */
  | 'Client.Unreachable'
  /** The caller's `signal` ended the request. */
  | 'Client.Aborted'
  /** The caller's `signal` ended the request because its time was over (`AbortSignal.timeout`). */
  | 'Client.Timed_out'
  /** The connection ended within the answer. */
  | 'Client.Cut_off'
  /** The answer is longer than `maxAnswerBytes`. */
  | 'Client.Too_large'
  /** The algorithm still has the version of the request's `If-None-Match`. */
  | 'Client.Not_modified'
  /** The answer is none of the service: no JSON, or JSON of another form, such as the error page of a proxy. */
  | 'Client.Not_understood';

/** Failures that every operation can have and that its description leaves out. */
export type CommonCode = ClientCode | 'Responses.General.Not_found' | 'Responses.General.Method_not_allowed';
