import type { IncomingMessage, Server } from 'node:http';
import {
  DomainError,
  EmailTakenError,
  isError,
  KeyTakenError,
  OPERATIONS,
  type Ports,
  Responses,
  type Service,
  UnavailableError,
} from '@algotheque/domain';
import type { AroundRequest, TraceParent } from '@algotheque/http-koa';
import { type Context, context, ROOT_CONTEXT, type Span, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { version } from '../build.ts';
import { aroundCalls, STORES } from './aroundCalls.ts';

/** Spans of use cases and of their calls of ports, for the SDK of OpenTelemetry that is registered. */
export type Tracing = ReturnType<typeof openTracing>;

export function openTracing() {
  const tracer = trace.getTracer('algotheque', version);
  // Requests wait for their turn, so their work begins in a context that may be that of another request.
  const instrumented = new WeakMap<IncomingMessage, Context>();
  const around: AroundRequest = (request, traceParent, work) =>
    context.with(instrumented.get(request) ?? parentOf(traceParent), work);
  return {
    /** Runs the work of a request within its span, if the SDK made one, or else below the span that `traceparent` names. */
    around,
    /** Notes the span of each request that an instrumentation of `node:http` has made. To be called before requests come. */
    watch(server: Server): void {
      server.prependListener('request', (request: IncomingMessage) => {
        if (trace.getActiveSpan() !== undefined) instrumented.set(request, context.active());
      });
    },
    service: (service: Service) => tracedService(service, tracer),
    /** The same ports. Each call of a store or of the hasher within a span is a span. */
    ports: (ports: Ports) =>
      aroundCalls(ports, [...STORES, 'hasher'], (operation) => (call) => {
        const parent = context.active();
        if (trace.getSpan(parent) === undefined) return call(); // work in the background
        return inSpan(tracer.startSpan(operation, {}, parent), parent, call);
      }),
  };
}

function parentOf(traceParent: TraceParent | null): Context {
  if (traceParent === null) return ROOT_CONTEXT;
  const { traceId, spanId, flags: traceFlags } = traceParent;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** Runs the call within the span, which ends with it. Returns and throws what the call does. */
function inSpan(span: Span, parent: Context, call: () => unknown): unknown {
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

/** The same service. Each call of a method is a span with its name, the first letter large. */
function tracedService(service: Service, tracer: Tracer): Service {
  const parents = new WeakMap<object, Context>();
  const methods = Object.keys(OPERATIONS).map((method) => {
    const name = method.charAt(0).toUpperCase() + method.slice(1);
    const run = Reflect.get(service, method) as (...given: readonly unknown[]) => unknown; // it is a method of the service
    const traced = (...given: readonly unknown[]): unknown => {
      const parent = callerContext(given.at(-1), parents);
      return inSpan(tracer.startSpan(name, {}, parent), parent, () => run(...given));
    };
    return [method, traced];
  });
  return { ...service, ...Object.fromEntries(methods) };
}

/**
 * The context of the caller's request. The later pages of a long list are read when the list is sent, outside of the work of its request:
 * they belong to the context of the first page.
 */
function callerContext(caller: unknown, parents: WeakMap<object, Context>): Context {
  const active = context.active();
  if (!isObject(caller)) return active;
  if (trace.getSpan(active) === undefined) return parents.get(caller) ?? active;
  parents.set(caller, active);
  return active;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
