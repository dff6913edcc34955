import { OPERATIONS, requireKnownOptions, type Service } from '@algotheque/domain';
import type Router from '@koa/router';
import type { Container } from 'inversify';
import Koa, { type Middleware } from 'koa';
import type { Logger } from 'pino';
import { apiRouter } from './chain.ts';
import { ids } from './container.ts';
import type { State } from './context.ts';
import { BodyBudget } from './exchange/bodyBudget.ts';
import { originForm } from './exchange/head.ts';
import { frame } from './frame.ts';
import { createLogger } from './logs/logger.ts';
import { deliveryLog } from './logs/requestLog.ts';
import { type GivenHttpOptions, httpOptions } from './options.ts';
import { siteRouter } from './routes/siteRouter.ts';

export interface AppParts {
  readonly service: Service;
  /** Default: `createLogger()`, to standard output. */
  readonly logger?: Logger;
  /** What differs from DEFAULT_HTTP_OPTIONS. */
  readonly http?: GivenHttpOptions;
  /** What `openLocal` of `algotheque` returns besides; not used here. */
  readonly ports?: unknown;
  readonly close?: unknown;
}

/**
 * The service as a Koa application: mount its `callback()` where you like, or serve it with `listen`. It takes what `openLocal` of
 * `algotheque` returns as it is.
 * @throws RangeError that names the option which is wrong or unknown; TypeError without a service, or
 * where the service or the logger lacks a method
 */
export const createApp = (from: Container | AppParts): Koa<State> => appWith(from);

/** @param bodies counts the request bodies that are held. Default: one of `http.maxHeldBytes` */
export function appWith(from: Container | AppParts, bodies?: BodyBudget): Koa<State> {
  const { service, logger = createLogger(), http } = partsOf(from);
  requireMethods('service', service, [...Object.keys(OPERATIONS), 'health']);
  requireMethods('logger', logger, ['child', 'flush', 'isLevelEnabled', 'error', 'warn', 'info', 'debug']);
  const options = httpOptions(http);
  const routers = [
    apiRouter({ service, options, bodies: bodies ?? new BodyBudget(options.maxHeldBytes) }),
    siteRouter(options), // after the routes: a group may be mounted at the path of a page
  ];
  const framed = frame(options, logger);
  const app = options.fallThrough ? new MountableApp(routers, framed) : new Koa<State>().use(framed);
  app.on('error', deliveryLog(logger));
  for (const router of routers) app.use(router.routes());
  return app;
}

function partsOf(from: Container | AppParts): AppParts {
  if (isContainer(from)) {
    return { service: from.get(ids.service), logger: from.get(ids.logger), http: from.get(ids.httpOptions) };
  }
  if (Object(from).service == null) throw new TypeError('createApp needs a container of createContainer, or a service');
  requireKnownOptions('createApp', from, { service: true, logger: true, http: true, ports: true, close: true });
  return from;
}

/** Checked here, because requests call them by name. @throws TypeError that names those which are missing */
function requireMethods(what: 'service' | 'logger', part: unknown, names: readonly string[]): void {
  const missing = names.filter((name) => typeof Reflect.get(Object(part), name) !== 'function');
  if (missing.length > 0) throw new TypeError(`The ${what} lacks ${missing.join(', ')}`);
}

/** Recognised by its method: the container may come from another copy of Inversify. */
const isContainer = (from: unknown): from is Container => typeof Object(from).get === 'function';

type Callback = ReturnType<Koa<State>['callback']>;
type Next = (error?: unknown) => void;

/** Leaves requests to other paths to the host application. As the handler of a server of its own, it answers them itself. */
class MountableApp extends Koa<State> {
  readonly #routers: readonly Router<State>[];

  /** @param first what requests to own paths meet first; those to others only where no other Koa application follows */
  constructor(routers: readonly Router<State>[], first: Middleware<State>) {
    super();
    this.#routers = routers;
    this.use((context, next) => {
      const { app }: { readonly app: Koa } = context; // of any state: a host has its own
      return app === (this as Koa) || this.#isOwn(context.path) ? first(context, next) : next();
    });
  }

  /** A handler for Node, and for hosts that pass a function `next`, such as Express. */
  override callback(): (...given: [...Parameters<Callback>, next?: Next]) => Promise<void> {
    const serve = super.callback();
    return async (request, response, next) => {
      const path = originForm(request.url ?? '/').replace(/[?#].*$/s, '');
      if (next === undefined || this.#isOwn(path)) await serve(request, response);
      else next();
    };
  }

  #isOwn(path: string): boolean {
    return this.#routers.some((router) => router.match(path, 'GET').path.length > 0);
  }
}
