import type { IncomingMessage } from 'node:http';
import type { AppContext } from '../context.ts';
import { originForm } from '../transport/originForm.ts';

/** A path without a slash at its end. It has no character that ends a header, a link or an attribute of HTML. */
const MOUNT_PATH = /^(?:\/[\w.~!$&()*+,;=:@%-]+)+$/;

/**
 * The path under which a host application has mounted this one: what the host has removed from the beginning of the path. Koa keeps
 * the path that the client sent in `context.originalUrl`; Express and Fastify keep it in `request.originalUrl`. Empty if nothing
 * was removed, or if the host has changed the path in another way.
 */
export function mountPathOf(context: AppContext): string {
  const { originalUrl = context.originalUrl }: IncomingMessage & { readonly originalUrl?: unknown } = context.req;
  if (typeof originalUrl !== 'string' || originalUrl === context.url) return '';
  const sent = originForm(originalUrl).replace(/[?#].*$/s, '');
  const { path } = context;
  const rest = sent.endsWith(path) ? path.length : 0;
  const removed = sent.slice(0, sent.length - rest);
  return (rest > 0 || path === '/') && MOUNT_PATH.test(removed) ? removed : '';
}
