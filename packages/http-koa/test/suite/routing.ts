import { describe, expect, it } from 'vitest';
import { statusAndMessage } from './api.ts';
import type { World } from './fixture.ts';
import { newAlgo, newPerson } from './people.ts';

/** Every path, and its methods. */
const PATHS: readonly (readonly [string, string])[] = [
  ['/api/users/register', 'POST'],
  ['/api/users/confirm', 'GET, HEAD, POST'],
  ['/api/users/confirm/token', 'GET'],
  ['/api/users/login', 'POST'],
  ['/api/users/logout', 'GET, POST'],
  ['/api/users/me', 'GET, HEAD'],
  ['/api/users/recover', 'GET, HEAD, POST'],
  ['/api/users/recover/token', 'GET, HEAD, POST'],
  ['/api/users/1', 'GET, HEAD, PUT, PATCH, DELETE'],
  ['/api/algos/byUserId/1', 'GET, HEAD'],
  ['/api/algos', 'GET, HEAD, POST'],
  ['/api/algos/1', 'GET, HEAD, PUT, PATCH, DELETE'],
  ['/healthz', 'GET, HEAD'],
  ['/readyz', 'GET, HEAD'],
];

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND', 'QUERY', 'PURGE'];

const UNKNOWN_PATHS = [
  '//',
  '/docs/x',
  '/api',
  '/api/users',
  '/api/users/',
  '/api/usersx/1',
  '/api/users/1/2',
  '/api/users//1',
  '/api/algos/1/2',
  '/api/algos/byUserId/1/2',
  '/api/users/recover/a/b',
  '/API/users/1',
  '/api/users/../../healthz2',
  '/favicon.ico',
  '/%zz',
  '/api/users/1/%zz',
  '/%00',
  '/api%2Fusers%2F1',
  '/.env',
  '//api/users/1',
];

export function routing({ api }: World): void {
  describe('paths', () => {
    it.each(PATHS)('%s accepts %s', async (path, allow) => {
      const taken = allow.split(', ');
      for (const method of METHODS) {
        const reply = await api.call(`${method} ${path}`);
        const is = `${method} ${reply.status} ${reply.headers.get('Allow')}`;
        if (taken.includes(method)) expect(is).not.toContain('405');
        else expect(is).toBe(`${method} 405 ${allow}`);
        if (!taken.includes(method) && method !== 'HEAD')
          expect(statusAndMessage(reply)).toBe('405 General.Method_not_allowed');
      }
      const options = await api.call(`OPTIONS ${path}`);
      expect([options.status, options.text, options.headers.get('Allow')]).toEqual([204, '', allow]);
    });

    it.each(UNKNOWN_PATHS)('%s is not found', async (path) => {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        expect(statusAndMessage(await api.call(`${method} ${path}`))).toBe('404 General.Not_found');
      }
    });

    it('answer in the form of their group', async () => {
      const message = 'Responses.General.Not_found';
      const bodyOf = async (path: string) => (await api.call(`GET ${path}`)).body;
      expect(await bodyOf('/api/users/1/2')).toEqual({ message });
      expect(await bodyOf('/api/users')).toEqual({ message });
      expect(await bodyOf('/api/usersx')).toEqual({ status: 404, message });
      expect(await bodyOf('/api/algos/1/2')).toEqual({ status: 404, message });
      expect(await bodyOf('/nothing')).toEqual({ status: 404, message });
      const patched = await api.call('PATCH /api/users/login');
      expect(patched.body).toEqual({ message: 'Responses.General.Method_not_allowed' });
      const { token } = await newPerson(api);
      const unsupported = 'Responses.General.Unsupported_media_type';
      const users = await api.call('POST /api/users/login', { body: 'x' });
      expect(users.body).toEqual({ message: unsupported, data: { types: ['application/json'] } });
      const algos = await api.call('POST /api/algos', { token, body: 'x' });
      expect(algos.body).toEqual({ status: 415, message: unsupported, data: { types: ['application/json'] } });
    });
  });

  describe('HEAD', () => {
    it('answers as GET does, without the body', async () => {
      const owner = await newPerson(api);
      const { id } = await newAlgo(api, owner);
      const paths = [`/api/users/${owner.id}`, `/api/algos/${id}`, `/api/algos/byUserId/${owner.id}`, '/healthz'];
      for (const path of paths) {
        const [get, head] = [await api.call(`GET ${path}`, owner), await api.call(`HEAD ${path}`, owner)];
        expect([head.status, head.text]).toEqual([get.status, '']);
        for (const name of ['Content-Length', 'Content-Type', 'ETag', 'Cache-Control']) {
          expect(head.headers.get(name)).toBe(get.headers.get(name));
        }
      }
    });
  });
}
