import { join } from 'node:path';
import { newAlgo, newPerson, PASSWORD, type Person, send, tokenOf } from '@algotheque/testing/httpClient';
import { describeMongo, pastTheAdapter } from '@algotheque/testing/mongo';
import { expect, it } from 'vitest';
import { runIn } from '../cli/runIn.ts';
import { outboxReader } from '../support/outbox.ts';
import { tally } from '../support/tally.ts';
import { threeServers } from '../support/threeServers.ts';

const HOUR = 3_600_000;

describeMongo('three servers on one database', ({ server }) => {
  const { at, urls, dataDirOf, envOf } = threeServers(() => server().url('several'), {
    ALGOTHEQUE_LIMIT_REGISTER: '1000/1h', // all requests come from one address here
  });
  const everywhere = <Result>(work: (url: string, index: number) => Promise<Result>): Promise<Result[]> =>
    Promise.all(urls().map(work));
  /** The answer of each server to a read with this session. */
  const readsOf = ({ id, token }: Person): Promise<number[]> =>
    everywhere(async (url) => (await send(url, `GET /api/users/${id}`, { token })).status);

  it('accept a login of one on all, and a logout ends it on all', async () => {
    const ada = await newPerson(at(0));
    const read = () =>
      everywhere(async (url) => (await send(url, `GET /api/users/${ada.id}`, { token: ada.token })).status);
    expect(await read()).toEqual([200, 200, 200]);
    expect((await send(at(1), 'GET /api/users/logout', { token: ada.token })).status).toBe(200);
    expect(await read()).toEqual([401, 401, 401]);
  });

  it('refuse the sessions and logins of a user whom the command line disables meanwhile', async () => {
    const ada = await newPerson(at(0));
    expect(await readsOf(ada)).toEqual([200, 200, 200]);
    const env = { ALGOTHEQUE_STORE_URL: server().url('several'), ALGOTHEQUE_FILES_URL: 'mongodb:' };
    const disabled = await runIn(['user', 'disable', ada.email, '--json'], { env });
    expect(disabled).toMatchObject({ code: 0, stderr: expect.stringContaining('"action":"user.disabled"') });
    expect(await readsOf(ada)).toEqual([401, 401, 401]);
    const login = () => send(at(1), 'POST /api/users/login', { json: { email: ada.email, password: PASSWORD } });
    expect(await login()).toMatchObject({ status: 401, message: 'User.Invalid_credentials' });
    expect(await runIn(['user', 'enable', String(ada.id)], { env })).toMatchObject({ code: 0 });
    expect((await login()).status).toBe(200);
    expect(await readsOf(ada)).toEqual([401, 401, 401]);
    expect(await runIn(['user', 'delete', String(ada.id), '--yes'], { env })).toMatchObject({ code: 0 });
    expect((await login()).status).toBe(401);
  });

  it('end the other sessions on all after a new password', async () => {
    const ada = await newPerson(at(0));
    const other = await tokenOf(at(1), ada);
    const json = { currentPassword: PASSWORD, newPassword: 'another horse battery' };
    expect((await send(at(2), `PUT /api/users/${ada.id}`, { token: ada.token, json })).status).toBe(200);
    const status = (token: string) =>
      everywhere(async (url) => (await send(url, `GET /api/users/${ada.id}`, { token })).status);
    expect(await status(other)).toEqual([401, 401, 401]);
    expect(await status(ada.token)).toEqual([200, 200, 200]);
  });

  it('apply a reset on one to the next request on all', async () => {
    const ada = await newPerson(at(0));
    expect(await readsOf(ada)).toEqual([200, 200, 200]);
    await send(at(1), 'POST /api/users/recover', { json: { email: ada.email } });
    const mails = await outboxReader(join(dataDirOf('two'), 'outbox'))();
    const { token } = mails.find(({ to, kind }) => to === ada.email && kind === 'recover') ?? expect.fail();
    const reset = { json: { password: 'a horse of another colour' } };
    expect((await send(at(2), `POST /api/users/recover/${token}`, reset)).status).toBe(200);
    expect(await readsOf(ada), 'earlier sessions').toEqual([401, 401, 401]);
    const login = (password: string) =>
      everywhere(async (url) => {
        const json = { email: ada.email, password };
        return (await send(url, 'POST /api/users/login', { json })).status;
      });
    expect(await login(PASSWORD), 'the old password').toEqual([401, 401, 401]);
    expect(await login('a horse of another colour')).toEqual([200, 200, 200]);
    const again = await everywhere((url) => send(url, `POST /api/users/recover/${token}`, reset));
    expect(
      again.map(({ message }) => message),
      'the link',
    ).toEqual(Array(3).fill('User.Invalid_token'));
  });

  it('apply the end of a session, idle or absolute, to the next request on all', async () => {
    const users = await Promise.all(
      ['idle', 'absolute'].map((name) => newPerson(at(0), { email: `${name}@example.org` })),
    );
    const [idle, absolute] = [users[0] ?? expect.fail(), users[1] ?? expect.fail()];
    for (const user of users) expect(await readsOf(user)).toEqual([200, 200, 200]);
    // The store has a session that was not used for 49 hours, and a used one whose 30 days are over. Both ended an hour ago, not just now:
    // the servers know the time of the database only as exactly as their requests to it are fast.
    const ago = (hours: number): number => Date.now() - hours * HOUR;
    const unused = { dateCreation: ago(49), dateUtilisation: ago(49), dateExpiration: ago(1) };
    const old = { dateCreation: ago(721), dateUtilisation: ago(1), dateExpiration: ago(1) };
    await pastTheAdapter(server().url('several'), async (db) => {
      const tokens = db.collection('tokens');
      expect((await tokens.updateMany({ userId: idle.id }, { $set: unused })).modifiedCount).toBe(1);
      expect((await tokens.updateMany({ userId: absolute.id }, { $set: old })).modifiedCount).toBe(1);
    });
    for (const user of users) expect(await readsOf(user)).toEqual([401, 401, 401]);
  });

  it('apply the deletion of a user to the next request on all', async () => {
    const [ada, eve] = [await newPerson(at(0)), await newPerson(at(1))];
    const { id } = await newAlgo(at(2), ada);
    const shared = { permsAlgorithme: [{ idUtilisateur: eve.id, droits: 'Read' }] };
    const json = { nom: 'Sort', sourceCode: { n: 1 }, ...shared };
    expect((await send(at(0), `PUT /api/algos/${id}`, { token: ada.token, json })).status).toBe(200);
    const algoFor = (token: string) =>
      everywhere(async (url) => (await send(url, `GET /api/algos/${id}`, { token })).status);
    expect(await algoFor(eve.token)).toEqual([200, 200, 200]);
    expect((await send(at(1), `DELETE /api/users/${ada.id}`, { token: ada.token })).status).toBe(200);
    expect(await readsOf(ada), 'the session').toEqual([401, 401, 401]);
    expect(await algoFor(eve.token), 'what was shared').toEqual([404, 404, 404]);
    const seen = await everywhere((url) => send(url, `GET /api/users/${ada.id}`, { token: eve.token }));
    expect(
      seen.map(({ message }) => message),
      'the user',
    ).toEqual(Array(3).fill('User.Not_found'));
    const login = { json: { email: ada.email, password: PASSWORD } };
    const logins = await everywhere(async (url) => (await send(url, 'POST /api/users/login', login)).status);
    expect(logins).toEqual([401, 401, 401]);
  });

  it('accept one of three registrations of an e-mail at once', async () => {
    const json = { email: 'once@example.org', password: PASSWORD, pseudo: 'Once' };
    const replies = await Promise.all(
      Array.from({ length: 15 }, (_, index) => send(at(index % 3), 'POST /api/users/register', { json })),
    );
    expect(tally(replies.map(({ status }) => status))).toEqual({ 201: 1, 409: 14 });
  });

  it('accept one of three racing updates with one If-Match, and show its content on all', async () => {
    const ada = await newPerson(at(0));
    const { id } = await newAlgo(at(0), ada);
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, n) => {
        const sent = {
          token: ada.token,
          headers: { 'if-match': '"1"' },
          json: { nom: `Sort ${n}`, sourceCode: { n } },
        };
        return send(at(n % 3), `PUT /api/algos/${id}`, sent);
      }),
    );
    expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 1, 412: 11 });
    const winner = replies.findIndex(({ status }) => status === 200);
    const read = await everywhere((url) => send(url, `GET /api/algos/${id}`, { token: ada.token }));
    for (const { data } of read) expect(data).toMatchObject({ nom: `Sort ${winner}`, sourceCode: { n: winner } });
  });

  it('never show a mixture of two versions while all write', async () => {
    const ada = await newPerson(at(0));
    const { id } = await newAlgo(at(0), ada, { nom: 'Sort', sourceCode: { n: 0 } });
    const write = (n: number) => {
      const json = { nom: `Sort ${n}`, sourceCode: { n } };
      return send(at(n % 3), `PUT /api/algos/${id}`, { token: ada.token, json });
    };
    const read = (n: number) => send(at(n % 3), `GET /api/algos/${id}`, { token: ada.token });
    const rounds = Array.from({ length: 30 }, (_, n) => Promise.all([write(n), read(n), read(n + 1)]));
    for (const [written, ...seen] of await Promise.all(rounds)) {
      expect(written.status).toBe(200);
      for (const { data } of seen) {
        const { nom, sourceCode } = data as { nom: string; sourceCode: { n: number } };
        if (nom !== 'Sort') expect(nom).toBe(`Sort ${sourceCode.n}`);
      }
    }
  });

  it('count wrong logins together', async () => {
    const { email } = await newPerson(at(0));
    const json = { email, password: 'not the password' };
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, n) => send(at(n % 3), 'POST /api/users/login', { json })),
    );
    expect(tally(replies.map(({ status }) => status))).toEqual({ 401: 10, 429: 20 });
  });

  it('refuse a server with another secret, and one that keeps content in files', async () => {
    const secret = { ALGOTHEQUE_SECRET: 'nothing like what the others have been given' };
    const other = await runIn(['serve'], { env: { ...(await envOf('four')), ...secret } });
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('ALGOTHEQUE_SECRET') });
    const files = await runIn(['serve'], { env: { ...(await envOf('five')), ALGOTHEQUE_FILES_URL: '' } });
    expect(files).toMatchObject({ code: 1, stderr: expect.stringContaining('ALGOTHEQUE_FILES_URL=mongodb:') });
    for (const { stderr } of [other, files]) expect(stderr).not.toContain('nothing like');
  });
});
