import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { statusAndMessage } from './api.ts';
import type { World } from './fixture.ts';
import { freshEmail, mailedToken, newPerson, PASSWORD, sharedAlgo, tokenOf } from './people.ts';

export function pictures(world: World): void {
  const { api } = world;
  describe('the address of a picture', () => {
    it('is never fetched, on any route', async () => {
      let connections = 0;
      const elsewhere = createServer((socket) => {
        connections += 1;
        socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n');
      }).listen(0, '127.0.0.1');
      await once(elsewhere, 'listening');
      const address = elsewhere.address();
      if (address === null || typeof address === 'string') throw new Error('It does not listen on a port');
      const urlPfp = `http://127.0.0.1:${address.port}/picture.png`;

      const email = freshEmail();
      const registered = { email, password: PASSWORD, pseudo: 'Ada', urlPfp };
      const id = Number(
        (await api.call('POST /api/users/register', { json: registered })).headers.get('Location')?.split('/').at(-1),
      );
      const person = { ...registered, id, token: await tokenOf(api, registered) };
      const { token } = person;
      const other = await newPerson(api);
      const done: string[] = [];
      const call = async (target: string, json?: object, by = token) => {
        const reply = await api.call(target, { token: by, json, headers: { Accept: 'application/json' } });
        done.push(statusAndMessage(reply).slice(0, 3));
        return reply;
      };
      const own = `/api/users/${id}`;
      const changed = await call(`PUT ${own}`, { currentPassword: PASSWORD, urlPfp });
      expect(changed.body).toMatchObject({ data: { urlPfp } });
      await call(`GET ${own}`);
      await call(`GET ${own}`, undefined, other.token);
      const { id: algoId } = await sharedAlgo(api, person, { with: other, droits: 'Read' });
      await call(`GET /api/algos/byUserId/${id}`);
      await call(`GET /api/algos/byUserId/${id}`, undefined, other.token);
      await call(`GET /api/algos/${algoId}`, undefined, other.token);
      await call('POST /api/users/confirm', { email });
      await call('POST /api/users/recover', { email });
      const confirm = await mailedToken(world, person, 'confirm');
      const recover = await mailedToken(world, person, 'recover');
      await api.call(`GET /api/users/confirm/${confirm}`, { headers: { Accept: 'text/html' } });
      await api.call(`GET /api/users/recover/${recover}`, { headers: { Accept: 'text/html' } });
      await call(`POST /api/users/recover/${recover}`, { password: 'another password' });
      await call('POST /api/users/login', { email, password: 'another password' });
      expect(done).toEqual(done.map(() => '200'));
      expect(connections).toBe(0);

      await fetch(urlPfp); // this shows that a fetch is counted
      expect(connections).toBe(1);
      elsewhere.close();
    });
  });
}
