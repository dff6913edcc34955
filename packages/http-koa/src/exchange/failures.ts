import type { IncomingMessage } from 'node:http';
import type { ErrorCode } from '@algotheque/domain';
import { DomainError, MissingDataError, Responses, TooManyRequestsError, UnavailableError } from '@algotheque/domain';
import * as v from 'valibot';
import type { FailureId, Headers, MessageId } from '../responses.ts';
import { BadRequestRes, ForbiddenRes, HttpError, HttpResponses, NotFoundRes, Res } from '../responses.ts';
import { sendsBearer } from './head.ts';
import { strippedJson } from './jsonWriter.ts';

// The `data` of failures. `v.object` omits fields that it does not name, so that nothing else gets into a body.

const Issue = v.object({ path: v.string(), rule: v.string(), message: v.string() });

const ViolationsOutput = v.array(Issue);

const ValidationResultOutput = v.object({ success: v.literal(false), issues: v.array(Issue) });

const UnavailableOutput = v.object({ stores: v.array(v.picklist(['records', 'content', 'mails'])) });

const Figures = v.object({ used: v.number(), limit: v.number() });

const QuotaOutput = v.object({
  algos: Figures,
  bytes: Figures,
  bin: v.object({ algos: v.number(), bytes: v.number() }),
});

/** Where a text stops being JSON; both start at 1, and count UTF-16 code units. */
const JsonPlace = v.object({ line: v.nullable(v.number()), column: v.nullable(v.number()) });

/** Of bytes that are not UTF-8, or that did not come. */
const NO_PLACE = { line: null, column: null };

const TypesOutput = v.object({ types: v.array(v.string()) });

const InternalErrorOutput = v.object({ requestId: v.string() });

interface Failure {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 412 | 413 | 415 | 429 | 500 | 503;
  /** The part of the error's data that is sent; without a schema none. */
  readonly data?: v.GenericSchema;
}

const { General, User, Algo, Folder, Admin } = Responses;

const FAILURES: Readonly<Record<FailureId, Failure>> = {
  [General.Missing_data]: { status: 400 },
  [General.Invalid_data]: { status: 400, data: ViolationsOutput },
  [General.Unauthorized]: { status: 401 },
  [General.Too_many_requests]: { status: 429 },
  [General.Unavailable]: { status: 503, data: UnavailableOutput },
  [General.Internal_error]: { status: 500, data: InternalErrorOutput },
  [HttpResponses.General.Malformed_json]: { status: 400, data: JsonPlace },
  [HttpResponses.General.Malformed_zip]: { status: 400 },
  [HttpResponses.General.Not_found]: { status: 404 },
  [HttpResponses.General.Foreign_page]: { status: 403 },
  [HttpResponses.General.Https_needed]: { status: 403 },
  [HttpResponses.General.Method_not_allowed]: { status: 405 },
  [HttpResponses.General.Payload_too_large]: { status: 413 },
  [HttpResponses.General.Unsupported_media_type]: { status: 415, data: TypesOutput },
  [User.Email_already_exists]: { status: 409 },
  [User.Invalid_token]: { status: 400 },
  [User.Not_found]: { status: 404 },
  [User.Already_confirmed]: { status: 409 },
  [User.Invalid_credentials]: { status: 401 },
  [User.Not_verified]: { status: 403 },
  [User.Forbidden]: { status: 403 },
  [User.Wrong_password]: { status: 403 },
  [User.Session_not_found]: { status: 404 },
  [User.Email_changed_too_often]: { status: 409 },
  [Algo.Forbidden_create]: { status: 403 },
  [Algo.Forbidden_update]: { status: 403 },
  [Algo.Forbidden_share]: { status: 403 },
  [Algo.Forbidden_delete]: { status: 403 },
  [Algo.Forbidden_leave]: { status: 403 },
  [Algo.Invalid]: { status: 400, data: ValidationResultOutput },
  [Algo.Quota_exceeded]: { status: 403, data: QuotaOutput },
  [Algo.Share_not_found]: { status: 404 },
  [Algo.Too_many_shares]: { status: 403, data: Figures },
  [Algo.Not_found]: { status: 404 },
  [Algo.Conflict]: { status: 412 },
  [Algo.Version_not_found]: { status: 404 },
  [Folder.Not_found]: { status: 404 },
  [Folder.Name_taken]: { status: 409 },
  [Folder.Too_deep]: { status: 409 },
  [Folder.Quota_exceeded]: { status: 403, data: Figures },
  [Folder.Cycle]: { status: 409 },
  [Folder.Not_empty]: { status: 409 },
  [Folder.Conflict]: { status: 412 },
  [Admin.Forbidden]: { status: 403 },
  [Admin.Owner_account]: { status: 403 },
  [Admin.Mail_not_found]: { status: 404 },
  [Admin.Mail_being_sent]: { status: 409 },
};

export function failure(code: FailureId, data?: unknown, headers: Headers = {}): Res {
  const { status } = FAILURES[code];
  if (status === 400) return new BadRequestRes(code, data, headers);
  if (status === 403) return new ForbiddenRes(code, data, headers);
  return status === 404 ? new NotFoundRes(code, data, headers) : new Res(status, code, data, headers);
}

export const isFailureId = (message: MessageId): message is FailureId => Object.hasOwn(FAILURES, message);

/** The data of an answer that may be sent, as JSON: filtered by the schema of the failure, or else that of the route. */
export function closedData({ message, data }: Res, ofRoute: v.GenericSchema | null | undefined): string | undefined {
  return strippedJson(isFailureId(message) ? FAILURES[message].data : ofRoute, data);
}

export const failureData = (code: FailureId): v.GenericSchema | null => FAILURES[code].data ?? null;

export const statusOf = (code: FailureId): number => FAILURES[code].status;

/** All other errors are one fixed 500, and are logged. */
export const isFailure = (error: unknown): error is DomainError | HttpError =>
  error instanceof HttpError || (error instanceof DomainError && error.code !== General.Internal_error);

const defaultData = ({ code }: HttpError): unknown =>
  code === HttpResponses.General.Malformed_json ? NO_PLACE : undefined;

export function failureOf(error: DomainError | HttpError, request: IncomingMessage): Res {
  if (error instanceof HttpError) return failure(error.code, error.data ?? defaultData(error), error.headers);
  return failure(error.code, error.data, {
    ...retryAfter(error),
    ...missingFields(error),
    ...challenge(error.code, request),
  });
}

// Whole seconds, rounded up: a client that comes back then is accepted (RFC 9110, 10.2.3).
function retryAfter(error: DomainError): Headers {
  if (!(error instanceof UnavailableError || error instanceof TooManyRequestsError)) return {};
  return { 'Retry-After': String(Math.max(1, Math.ceil(error.retryAfterMs / 1_000))) };
}

// In a header, because this answer has no data. The names are those of declared schemas: letters, and `|` in a choice.
const missingFields = (error: DomainError): Headers =>
  error instanceof MissingDataError ? { 'X-Missing-Fields': error.fields.join(', ') } : {};

// Every 401 carries a challenge (RFC 9110, 15.5.2), with an error only where a token was sent (RFC 6750, 3.1).
function challenge(code: ErrorCode, request: IncomingMessage): Headers {
  if (statusOf(code) !== 401) return {};
  const refused = code === General.Unauthorized && sendsBearer(request);
  return { 'WWW-Authenticate': refused ? 'Bearer error="invalid_token"' : 'Bearer' };
}
