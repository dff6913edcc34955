import type { Server } from 'node:http';
import type { Ports, Service } from '@algotheque/domain';
import type { AroundRequest } from '@algotheque/http-koa';

/** Spans of use cases and of their calls of ports, for the SDK of OpenTelemetry that is registered. */
export interface Tracing {
  /** Runs the work of a request within its span, if the SDK made one, or else below the span that `traceparent` names. */
  readonly around: AroundRequest;
  /** Notes the span of each request that an instrumentation of `node:http` has made. To be called before requests come. */
  watch(server: Server): void;
  /** The same service. Each call of a use case is a span. */
  service(service: Service): Service;
  /** The same ports. Each call of a store or of the hasher within a span is a span. */
  ports(ports: Ports): Ports;
}
