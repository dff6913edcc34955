/**
 * Registers an SDK of OpenTelemetry, as an operator does: `node --import ./preload.ts …`. Each span that has ended is a line of JSON at
 * the end of the file that TEST_SPANS names. Without it spans are recorded and dropped.
 */
import { appendFileSync } from 'node:fs';
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';

const { TEST_SPANS: file } = process.env;

const textOf = (span: ReadableSpan): string => {
  const { name, parentSpanContext, status, attributes, events } = span;
  const { traceId, spanId } = span.spanContext();
  const parent = parentSpanContext?.spanId ?? null;
  return JSON.stringify({ name, traceId, spanId, parent, status, attributes, events });
};

const exporter = {
  export(spans: readonly ReadableSpan[], done: (result: { code: number }) => void): void {
    if (file !== undefined) for (const span of spans) appendFileSync(file, `${textOf(span)}\n`);
    done({ code: 0 });
  },
  shutdown: () => Promise.resolve(),
};

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
