import Koa, { type Middleware } from 'koa';
import type { State } from './context.ts';
import { originForm } from './transport/requestHead.ts';

type Callback = ReturnType<Koa<State>['callback']>;
type Next = (error?: unknown) => void;

/**
 * An application that leaves requests to other paths than its own to the application in which it is mounted. As the handler of a
 * server of its own, where nobody follows, it answers them itself.
 */
export class MountableApp extends Koa<State> {
  readonly #isOwn: (path: string) => boolean;

  /** @param isOwn whether a path leads to a route of this application */
  constructor(isOwn: (path: string) => boolean) {
    super();
    this.#isOwn = isOwn;
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

  /** The middleware, for requests to own paths; for those to others only where no other Koa application follows. */
  forOwn(middleware: Middleware<State>): Middleware<State> {
    return (context, next) => {
      const { app }: { readonly app: Koa } = context; // of any state: a host has its own
      return app === (this as Koa) || this.#isOwn(context.path) ? middleware(context, next) : next();
    };
  }
}
