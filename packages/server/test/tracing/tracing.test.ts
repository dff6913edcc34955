import { Server } from 'node:http';
import {
  DamagedError,
  DomainError,
  type OPERATIONS,
  Responses,
  type Service,
  UnavailableError,
} from '@algotheque/domain';
import { memoryPorts } from '@algotheque/domain/memory';
import { context, ROOT_CONTEXT, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Tracing } from '../../src/telemetry/openTracing.ts';
import { registeredTracing } from '../../src/telemetry/registeredTracing.ts';

it('without an SDK there is no tracing', async () => {
  expect(await registeredTracing()).toBeNull();
});

describe('tracing', () => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const tracer = provider.getTracer('test');
  let tracing: Tracing;

  beforeAll(async () => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    trace.setGlobalTracerProvider(provider);
    tracing = (await registeredTracing()) ?? expect.fail();
  });

  afterAll(() => {
    trace.disable();
    context.disable();
  });

  afterEach(() => exporter.reset());

  const within = <Result>(span: Span, work: () => Result): Result =>
    context.with(trace.setSpan(ROOT_CONTEXT, span), work);

  const failing = (reason: unknown) => {
    const { users } = tracing.ports({
      ...memoryPorts(),
      users: { ...memoryPorts().users, findById: () => Promise.reject(reason) },
    });
    return within(tracer.startSpan('use case'), () => users.findById(1));
  };

  it.each([
    [
      new UnavailableError({ reason: 'mongodb://me:tokenlike@host' }),
      'Responses.General.Unavailable',
      SpanStatusCode.ERROR,
    ],
    [new DamagedError({ place: 'users', id: 'tokenlike', field: null }), 'DamagedError', SpanStatusCode.ERROR],
    [new TypeError('tokenlike'), 'TypeError', SpanStatusCode.ERROR],
    [Object.assign(new Error('x'), { name: 'of tokenlike' }), 'unknown', SpanStatusCode.ERROR],
    ['tokenlike', 'unknown', SpanStatusCode.ERROR],
    [new DomainError(Responses.User.Not_found), 'Responses.User.Not_found', SpanStatusCode.UNSET],
  ])(
    'a call that fails rejects as before, and its span has the kind of the failure only: %s',
    async (error, type, code) => {
      await expect(failing(error)).rejects.toBe(error);
      const [span] = exporter.getFinishedSpans();
      expect([span?.name, span?.attributes, span?.status.code, span?.events]).toEqual([
        'users.findById',
        { 'error.type': type },
        code,
        [],
      ]);
      expect(JSON.stringify(span?.status)).not.toContain('tokenlike');
    },
  );

  it('a call outside of a span is none', async () => {
    const { users } = tracing.ports(memoryPorts());
    expect(await users.findById(1)).toBeNull();
    expect(exporter.getFinishedSpans()).toEqual([]);
  });

  it('the work of a request runs within the span that an instrumentation of node:http has made', async () => {
    const server = new Server();
    tracing.watch(server);
    const [request, other] = [{}, {}] as never[]; // only their identity matters
    const span = tracer.startSpan('GET');
    within(span, () => server.emit('request', request, {}));
    server.emit('request', other, {});
    const active = (of: never) =>
      within(tracer.startSpan('another'), () => tracing.around(of, null, async () => trace.getActiveSpan()));
    expect(await active(request ?? expect.fail())).toBe(span);
    expect(
      await active(other ?? expect.fail()),
      'not the span of a request that happens to be under way',
    ).toBeUndefined();
  });

  it('the later pages of a list are below the span of its request', async () => {
    const service = { listAlgos: async () => ({ algos: [], next: null, leftOut: 0 }) } as unknown as Pick<
      Service,
      keyof typeof OPERATIONS
    >;
    const { listAlgos } = tracing.service(service as Service); // the one method that is called
    const [caller, span] = [{}, tracer.startSpan('GET')];
    await within(span, () => listAlgos({ id: 1 }, caller));
    await context.with(ROOT_CONTEXT, () => listAlgos({ id: 1 }, caller));
    await context.with(ROOT_CONTEXT, () => listAlgos({ id: 1 }, {}));
    const parents = exporter.getFinishedSpans().map(({ parentSpanContext }) => parentSpanContext?.spanId);
    expect(parents).toEqual([span.spanContext().spanId, span.spanContext().spanId, undefined]);
  });
});
