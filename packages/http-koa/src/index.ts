export { type AppParts, createApp } from './app.ts';
export { type ContainerOptions, createContainer, type GivenPorts, type Identifiers, ids } from './container.ts';
export type { State } from './context.ts';
export { statusOf } from './exchange/failures.ts';
export type { TraceParent } from './exchange/head.ts';
export { zipBody } from './exchange/zipBody.ts';
export { type Listening, type ListenOptions, listen } from './listen.ts';
export { type LineOutput, standardError } from './logs/lineOutput.ts';
export { createLogger, type LoggerOptions, pinoAuditLog, problemLog } from './logs/logger.ts';
export type { AnsweredRequest, AroundRequest, GivenHttpOptions, HttpOptions, RequestObserver } from './options.ts';
export { DEFAULT_HTTP_OPTIONS } from './options.ts';
export {
  BadRequestRes,
  CreatedRes,
  type FailureId,
  ForbiddenRes,
  type HttpErrorCode,
  HttpResponses,
  httpTexts,
  type MessageId,
  NotFoundRes,
  OkRes,
  Res,
} from './responses.ts';
export type { InputSource, Route, Success } from './route.ts';
export { partsOf } from './routes/sources.ts';
export { ROUTES } from './routes/table.ts';
