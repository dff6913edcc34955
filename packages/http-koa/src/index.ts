export { statusOf } from './answer/failures.ts';
export { zipBody } from './answer/zipBody.ts';
export { type AppParts, createApp } from './app.ts';
export { type ContainerOptions, createContainer, type GivenPorts, type Identifiers, ids } from './container.ts';
export type { State } from './context.ts';
export {
  type FailureId,
  type HttpErrorCode,
  HttpResponses,
  httpTexts,
  type MessageId,
} from './httpResponses.ts';
export { type LineOutput, standardError } from './logs/lineOutput.ts';
export { createLogger, type LoggerOptions, pinoAuditLog, problemLog } from './logs/logger.ts';
export type { AnsweredRequest, AroundRequest, RequestObserver } from './options.ts';
export { DEFAULT_HTTP_OPTIONS, type GivenHttpOptions, type HttpOptions } from './options.ts';
export type { TraceParent } from './request/head.ts';
export { BadRequestRes, CreatedRes, ForbiddenRes, NotFoundRes, OkRes, Res } from './responseKinds.ts';
export type { Route, Source, Success } from './route.ts';
export { partsOf } from './routes/sources.ts';
export { ROUTES } from './routes/table.ts';
export { type Listening, type ListenOptions, listen } from './transport/listen.ts';
