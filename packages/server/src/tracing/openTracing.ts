import type { IncomingMessage } from 'node:http';
import type { TraceParent } from '@algotheque/http-koa';
import { type Context, context, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { aroundCalls, STORES } from '../aroundCalls.ts';
import { version } from '../version.ts';
import { inSpan } from './inSpan.ts';
import { tracedService } from './tracedService.ts';
import type { Tracing } from './tracing.ts';

/** Tracing by the registered SDK. */
export function openTracing(): Tracing {
  const tracer = trace.getTracer('algotheque', version);
  // Requests wait for their turn, so their work begins in a context that may be that of another request.
  const instrumented = new WeakMap<IncomingMessage, Context>();
  return {
    around: (request, traceParent, work) => context.with(instrumented.get(request) ?? parentOf(traceParent), work),
    watch(server) {
      server.prependListener('request', (request: IncomingMessage) => {
        if (trace.getActiveSpan() !== undefined) instrumented.set(request, context.active());
      });
    },
    service: (service) => tracedService(service, tracer),
    ports: (ports) =>
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
