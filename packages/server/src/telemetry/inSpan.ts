import { DomainError, EmailTakenError, isError, KeyTakenError, Responses, UnavailableError } from '@algotheque/domain';
import { type Context, context, type Span, SpanStatusCode, trace } from '@opentelemetry/api';

/** Runs the call within the span, which ends with it. Returns and throws what the call does. */
export function inSpan(span: Span, parent: Context, call: () => unknown): unknown {
  const fail = (error: unknown): void => {
    note(span, error);
    span.end();
  };
  try {
    const result = context.with(trace.setSpan(parent, span), call);
    if (result instanceof Promise) result.then(() => span.end(), fail);
    else span.end();
    return result;
  } catch (error) {
    fail(error);
    throw error;
  }
}

/**
 * Notes a failure by its identifier or class, never by its message or stack: those may quote what a client sent. An answer that
 * refuses a request, such as `User.Not_found`, is no error of the span.
 */
function note(span: Span, error: unknown): void {
  const type = typeOf(error);
  span.setAttribute('error.type', type);
  if (!isRefusal(error)) span.setStatus({ code: SpanStatusCode.ERROR, message: type });
}

function typeOf(error: unknown): string {
  if (error instanceof DomainError) return error.code;
  return isError(error) && /^\w{1,64}$/.test(error.name) ? error.name : 'unknown';
}

const isRefusal = (error: unknown): boolean =>
  error instanceof EmailTakenError ||
  error instanceof KeyTakenError ||
  (error instanceof DomainError &&
    !(error instanceof UnavailableError) &&
    error.code !== Responses.General.Internal_error);
