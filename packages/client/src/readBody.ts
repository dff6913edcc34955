import { ApiError } from './apiError.ts';
import type { Answer, FailureCode, Operation } from './operationTypes.ts';
import { isZipAnswer } from './transfer.ts';

/**
 * The answer with a parsed body.
 * @throws ApiError for a failure, and for a body that is none of the service
 */
export function readBody(operation: Operation, response: Response, body: unknown): Answer<Operation> {
  if (response.status === 304) throw new ApiError({ operation, code: 'Client.Not_modified', response });
  if (isZipAnswer(response)) {
    const { status, headers, body: data } = response;
    // It has no identifier; only the export answers so.
    return {
      status,
      message: 'Responses.User.Success.Exported',
      data,
      etag: null,
      headers,
    } as unknown as Answer<Operation>;
  }
  if (!isBody(body)) {
    const detail = `not an answer of the service, type ${response.headers.get('Content-Type')}`;
    throw new ApiError({ operation, code: 'Client.Not_understood', response, detail });
  }
  const { message, data } = body;
  const { ok, status, headers } = response;
  // The casts: what the service sends is what its description says.
  if (ok) return { status, message, data, etag: headers.get('ETag'), headers } as Answer<Operation>;
  throw new ApiError({ operation, code: message as FailureCode, data: data as never, response });
}

interface Body {
  readonly message: string;
  readonly data?: unknown;
}

/** Every answer of the service has an identifier; what proxies send has none. */
function isBody(body: unknown): body is Body {
  const message = (body as { readonly message?: unknown } | null | undefined)?.message;
  return typeof message === 'string' && message.startsWith('Responses.');
}
