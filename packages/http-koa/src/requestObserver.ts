import type { IncomingMessage } from 'node:http';
import type { TraceParent } from './transport/traceParent.ts';

/** A request whose answer is ready. */
export interface AnsweredRequest {
  /** The pattern of its path; null for a path without a route. */
  readonly route: string | null;
  /** As the client sent it: one of the methods that Node reads, which are some forty. */
  readonly method: string;
  readonly status: number;
  /** Since its head was read, in milliseconds. */
  readonly ms: number;
}

/** Hears of every request, for metrics. Its methods must not throw, and nobody waits for them. */
export interface RequestObserver {
  onRequest(): void;
  /** Called once for each request; for a long list when it was sent, or its client has gone. */
  onAnswer(request: AnsweredRequest): void;
}

/**
 * Runs the work of a request, for a tracer. Must call `work` once, and resolve and reject as it does.
 * @param trace where the request came from; null if it did not say so
 */
export type AroundRequest = <Result>(
  request: IncomingMessage,
  trace: TraceParent | null,
  work: () => Promise<Result>,
) => Promise<Result>;
