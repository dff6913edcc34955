import middie from '@fastify/middie';
import express from 'express';
import Fastify from 'fastify';
import Koa from 'koa';
import mount from 'koa-mount';
import { serving } from '../../../../test/support/httpServer.ts';
import type { createApp } from '../../src/index.ts';

type App = ReturnType<typeof createApp>;

/** A host application that listens. What nobody answers gets the text `host` from it, with status 404. */
export interface Host {
  readonly url: string;
  close(): Promise<void>;
}

/** Under which path a host mounts an application. */
export type Mount = (app: App, path: string) => Promise<Host>;

export const HOSTS: Readonly<Record<string, Mount>> = {
  async Express(app, path) {
    const host = express().disable('x-powered-by'); // a header that the description of the routes does not have
    host.use(path, app.callback());
    host.use((_request, response) => void response.status(404).send('host'));
    return serving(host);
  },

  async Fastify(app, path) {
    const host = Fastify();
    await host.register(middie);
    host.use(path, app.callback());
    host.setNotFoundHandler((_request, reply) => reply.status(404).send('host'));
    const url = await host.listen({ host: '127.0.0.1', port: 0 });
    return { url, close: () => host.close() };
  },

  async 'koa-mount'(app, path) {
    const host = new Koa();
    host.use(async (context, next) => {
      await next();
      if (context.status === 404 && context.body == null) [context.status, context.body] = [404, 'host'];
    });
    host.use(mount(path, app));
    return serving(host.callback());
  },
};
