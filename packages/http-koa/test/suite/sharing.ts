import { describe, expect, it } from 'vitest';
import { dataOf, statusAndMessage } from './api.ts';
import type { World } from './fixture.ts';
import {
  type AlgoData,
  freshEmail,
  mailedToken,
  newAlgo,
  newPerson,
  type Person,
  SOURCE,
  sharedAlgo,
} from './people.ts';

export function sharing(world: World): void {
  const { api, mails } = world;
  const share = (id: number, { token }: Person, permsAlgorithme: unknown) =>
    api.call(`PUT /api/algos/${id}`, { token, json: { nom: 'Shared', sourceCode: SOURCE, permsAlgorithme } });
  const read = (id: number, { token }: Person) => api.call(`GET /api/algos/${id}`, { token });

  describe('sharing', () => {
    it('gives each user the granted right, and shows the list to the owner only', async () => {
      const [owner, reader, writer] = [await newPerson(api), await newPerson(api), await newPerson(api)];
      const { id } = await newAlgo(api, owner);
      const permsAlgorithme = [
        { idUtilisateur: writer.id, droits: 'ReadWrite' },
        { idUtilisateur: reader.id, droits: 'Read' },
      ];
      const reply = await share(id, owner, permsAlgorithme);
      expect(dataOf(reply)).toMatchObject({ droits: 'Owner', permsAlgorithme });
      for (const [person, droits] of [[reader, 'Read'] as const, [writer, 'ReadWrite'] as const]) {
        const seen = dataOf<AlgoData>(await read(id, person));
        expect(seen).toMatchObject({ droits, ownerId: owner.id, sourceCode: SOURCE });
        expect(seen).not.toHaveProperty('permsAlgorithme');
      }
      const json = { nom: 'By the writer', sourceCode: {} };
      const written = await api.call(`PUT /api/algos/${id}`, { token: writer.token, json });
      expect(dataOf(written)).toMatchObject({ nom: 'By the writer', droits: 'ReadWrite' });
      expect(dataOf(written)).not.toHaveProperty('permsAlgorithme');
      expect(dataOf(await read(id, owner))).toMatchObject({ permsAlgorithme });
    });

    it('with a person gives the right, lists it with its date, and takes it back', async () => {
      const [owner, friend] = [await newPerson(api), await newPerson(api)];
      const { id } = await newAlgo(api, owner);
      const target = `/api/algos/${id}/shares`;
      const json = { idUtilisateur: friend.id, droits: 'ReadWrite' };
      const reply = await api.call(`POST ${target}`, { token: owner.token, json });
      expect(reply.body).toEqual({ status: 200, message: 'Responses.Algo.Success.Shared' });
      expect(dataOf(await read(id, friend))).toMatchObject({ droits: 'ReadWrite' });
      const listed = await api.call(`GET ${target}`, { token: owner.token });
      const date = expect.any(Number);
      const { pseudo } = friend;
      expect(dataOf(listed)).toEqual({ shares: [{ ...json, pseudo, date }], waiting: [] });
      expect(dataOf(await read(id, owner))).toMatchObject({ permsAlgorithme: [json] });
      const end = () => api.call(`DELETE ${target}/${friend.id}`, { token: owner.token });
      expect(statusAndMessage(await end())).toBe('200 Algo.Success.Share_ended');
      expect(statusAndMessage(await end())).toBe('404 Algo.Share_not_found');
      expect(statusAndMessage(await read(id, friend))).toBe('404 Algo.Not_found');
    });

    it('with an address waits until the invitation is opened by somebody who is logged in, and is withdrawn by the address', async () => {
      const [owner, friend] = [await newPerson(api), await newPerson(api)];
      const { id } = await newAlgo(api, owner);
      const target = `/api/algos/${id}/shares`;
      const sharing = (email: string) =>
        api.call(`POST ${target}`, { token: owner.token, json: { email, droits: 'Read' } });
      const stranger = freshEmail();
      for (const email of [friend.email, stranger]) {
        expect(statusAndMessage(await sharing(email))).toBe('200 Algo.Success.Shared');
      }
      const listed = async () => dataOf(await api.call(`GET ${target}`, { token: owner.token }));
      const dates = { date: expect.any(Number), dateExpiration: expect.any(Number) };
      const waiting = [friend.email, stranger].map((adresseMail) => ({ adresseMail, droits: 'Read', ...dates }));
      expect(await listed()).toEqual({ shares: [], waiting });
      expect(statusAndMessage(await read(id, friend))).toBe('404 Algo.Not_found');
      await api.call(`GET /api/users/confirm/${await mailedToken(world, friend, 'confirm')}`);
      expect(statusAndMessage(await read(id, friend))).toBe('404 Algo.Not_found');
      const link = `/api/users/invitation/${await mailedToken(world, friend, 'share_invitation')}`;
      expect(statusAndMessage(await api.call(`POST ${link}`))).toBe('401 General.Unauthorized');
      const looked = await api.call(`GET ${link}`, { headers: { Accept: 'application/json' } });
      expect(dataOf(looked)).toEqual({ adresseMail: friend.email });
      const accepted = await api.call(`POST ${link}`, { token: friend.token });
      expect([statusAndMessage(accepted), dataOf(accepted)]).toEqual([
        '200 User.Success.Invitation_accepted',
        { algos: [id], isComplete: true },
      ]);
      expect(dataOf(await read(id, friend))).toMatchObject({ droits: 'Read' });
      const json = { email: stranger };
      const end = () => api.call(`DELETE ${target}`, { token: owner.token, json });
      expect(statusAndMessage(await end())).toBe('200 Algo.Success.Share_ended');
      expect(statusAndMessage(await end())).toBe('404 Algo.Share_not_found');
      expect(await listed()).toMatchObject({ shares: [{ idUtilisateur: friend.id }], waiting: [] });
    });

    it('with an address sends no more invitations there after its reader has said so, in the three ways of mail programs', async () => {
      const owner = await newPerson(api);
      const { id } = await newAlgo(api, owner);
      const sharing = (email: string, of = id) =>
        api.call(`POST /api/algos/${of}/shares`, { token: owner.token, json: { email, droits: 'Read' } });
      const email = freshEmail();
      await sharing(email);
      const token = await mailedToken(world, { email }, 'share_invitation');
      const refusal = `/api/users/invitation/refuse/${token}`;
      const page = await api.call(`GET /api/users/invitation/${token}`, { headers: { Accept: 'text/html' } });
      expect(page.text).toContain('Log in with the program');
      const asked = await api.call(`GET ${refusal}`, { headers: { Accept: 'text/html' } });
      expect(asked.text).toContain('<form method="post">');
      const ways = [
        ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click', 'address gets no more invitations.'],
        [
          'multipart/form-data; boundary=b',
          '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
          'Invitations_refused',
        ],
      ] as const;
      for (const [type, body, text] of ways) {
        const reply = await api.call(`POST ${refusal}`, { headers: { 'Content-Type': type }, body });
        expect([reply.status, reply.text], type).toEqual([200, expect.stringContaining(text)]);
      }
      expect(statusAndMessage(await api.call(`POST ${refusal}`))).toBe('200 User.Success.Invitations_refused');
      const other = await newAlgo(api, owner);
      const before = (await mails()).length;
      for (const to of [email, freshEmail()]) await sharing(to, other.id);
      expect((await mails()).slice(before).map(({ to }) => to)).not.toContain(email);
      expect(await mails()).toHaveLength(before + 1);
    });

    it('can be ended by the user who got the right', async () => {
      const [owner, reader, writer] = [await newPerson(api), await newPerson(api), await newPerson(api)];
      const { id } = await sharedAlgo(
        api,
        owner,
        { with: reader, droits: 'Read' },
        { with: writer, droits: 'ReadWrite' },
      );
      const etag = (await read(id, reader)).headers.get('ETag') ?? '';
      const leave = ({ token }: Person, headers = {}) => api.call(`DELETE /api/algos/${id}/droits`, { token, headers });
      expect(statusAndMessage(await leave(reader, { 'If-Match': '"99"' }))).toBe('412 Algo.Conflict');
      const left = await leave(reader, { 'If-Match': etag });
      expect(left.body).toEqual({ status: 200, message: 'Responses.Algo.Success.Left' });
      expect(statusAndMessage(await leave(reader))).toBe('404 Algo.Not_found');
      expect(statusAndMessage(await leave(owner))).toBe('403 Algo.Forbidden_leave');
      expect((await read(id, reader)).status).toBe(404);
      const kept = await read(id, owner);
      expect(dataOf(kept)).toMatchObject({ permsAlgorithme: [{ idUtilisateur: writer.id, droits: 'ReadWrite' }] });
      expect(kept.headers.get('ETag')).not.toBe(etag);
    });

    it('can be ended for all algorithms of an owner, who can be refused and admitted again', async () => {
      const [owner, friend] = [await newPerson(api), await newPerson(api)];
      const ids = [];
      for (let made = 0; made < 2; made += 1) {
        ids.push((await sharedAlgo(api, owner, { with: friend, droits: 'Read' })).id);
      }
      const [id = 0] = ids;
      const leave = (query: string) =>
        api.call(`DELETE /api/algos/byUserId/${owner.id}/droits${query}`, { token: friend.token });
      const give = () => share(id, owner, [{ idUtilisateur: friend.id, droits: 'Read' }]);
      const left = await leave('?refuse=true');
      expect([statusAndMessage(left), dataOf(left)]).toEqual(['200 Algo.Success.Owner_left', { algos: 2 }]);
      for (const one of ids) expect((await read(one, friend)).status).toBe(404);
      expect(dataOf(await give())).toMatchObject({ permsAlgorithme: [] });
      expect(dataOf(await leave(''))).toEqual({ algos: 0 });
      expect(statusAndMessage(await leave('?refuse=yes'))).toBe('400 General.Invalid_data');
      const unknown = await api.call(`DELETE /api/algos/byUserId/${2 ** 52}/droits`, { token: friend.token });
      expect(statusAndMessage(unknown)).toBe('404 User.Not_found');
      await give();
      expect((await read(id, friend)).status).toBe(404);
      await leave('?refuse=false');
      await give();
      expect((await read(id, friend)).status).toBe(200);
      const json = { idUtilisateur: friend.id, droits: 'Read' };
      await leave('?refuse=true');
      const reply = await api.call(`POST /api/algos/${id}/shares`, { token: owner.token, json });
      expect(statusAndMessage(reply)).toBe('200 Algo.Success.Shared');
      expect((await read(id, friend)).status).toBe(404);
    });
  });
}
