import type { IncomingMessage, Server } from 'node:http';
import type { Ports, Service } from '@algotheque/domain';
import type { AroundRequest, TraceParent } from '@algotheque/http-koa';
import { type Context, context, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { version } from '../build.ts';
import { aroundCalls, STORES } from './aroundCalls.ts';
import { inSpan } from './inSpan.ts';
import { tracedService } from './tracedService.ts';

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
    /** The same service. Each call of a use case is a span. */
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
