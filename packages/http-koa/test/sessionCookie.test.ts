import { describe, expect, it } from 'vitest';
import type { GivenHttpOptions } from '../src/options.ts';
import { ROUTES } from '../src/routes/table.ts';
import type { Api, Reply } from './suite/api.ts';
import { dataOf, statusAndMessage } from './suite/api.ts';
import { newPerson, PASSWORD, type Person } from './suite/people.ts';
import { exchange } from './support/raw.ts';
import { targetOf } from './support/targetOf.ts';
import { useServer } from './support/useServer.ts';

const FOREIGN = '403 General.Foreign_page';
const APP = 'https://app.example.org';
/** What browsers say of a page of the service. */
const OWN = { 'Sec-Fetch-Site': 'same-origin' };

const login = (api: Api, { email }: Pick<Person, 'email'>, headers: Readonly<Record<string, string>> = OWN) =>
  api.call('POST /api/users/login/cookie', { json: { email, password: PASSWORD }, headers });

/** What a browser keeps of an answer, and sends. */
const cookieOf = ({ headers }: Reply): string => headers.getSetCookie()[0]?.split(';')[0] ?? '';

describe('a session in a cookie', () => {
  const start = useServer();
  const open = async (http: GivenHttpOptions = {}) => {
    const { api } = await start({ http });
    const person = await newPerson(api);
    const Cookie = cookieOf(await login(api, person));
    return { api, person, Cookie };
  };

  it('is made by a login that has no token in its body', async () => {
    const { api } = await start();
    const person = await newPerson(api);
    expect(statusAndMessage(await login(api, { email: 'nobody' }))).toBe('401 User.Invalid_credentials');
    const reply = await login(api, person);
    expect(statusAndMessage(reply)).toBe('200 User.Success.Logged_in');
    expect(Object.keys(dataOf(reply))).toEqual(['dateExpiration', 'utilisateur']);
    expect(reply.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^algotheque=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const read = await api.call('GET /api/users/me', { headers: { Cookie: cookieOf(reply) } });
    expect(dataOf(read)).toMatchObject({ utilisateur: { id: person.id } });
  });

  it.each([
    ['http://127.0.0.1:3000', 'algotheque', 'Path=/; HttpOnly; SameSite=Lax'],
    ['https://h.example', '__Host-algotheque', 'Path=/; HttpOnly; SameSite=Lax; Secure'],
    ['HTTPS://h.example', '__Host-algotheque', 'Path=/; HttpOnly; SameSite=Lax; Secure'],
    ['https://h.example/algo/', '__Secure-algotheque', 'Path=/algo; HttpOnly; SameSite=Lax; Secure'],
  ])('of a service at %s has the name and the attributes for it', async (publicUrl, name, attributes) => {
    const { api, person, Cookie } = await open({ publicUrl });
    expect(Cookie).toMatch(new RegExp(`^${name}=`));
    expect((await login(api, person)).headers.getSetCookie()[0]).toMatch(new RegExp(`; ${attributes}$`));
    expect((await api.call('GET /api/users/me', { headers: { Cookie } })).status).toBe(200);
  });

  it('is one of the list, and ends with a logout, which removes the cookie', async () => {
    const { api, person, Cookie } = await open();
    const target = `GET /api/users/${person.id}/sessions`;
    const list = dataOf<readonly { isCurrent: boolean }[]>(await api.call(target, { headers: { Cookie } }));
    expect(list.map(({ isCurrent }) => isCurrent).sort()).toEqual([false, true]);
    const out = await api.call('POST /api/users/logout', { headers: { Cookie, ...OWN } });
    expect(statusAndMessage(out)).toBe('200 User.Success.Logged_out');
    expect(out.headers.getSetCookie()).toEqual(['algotheque=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
    expect((await api.call('GET /api/users/me', { headers: { Cookie } })).status).toBe(401);
  });

  it('does not count beside a bearer token, valid or not', async () => {
    const { api, Cookie } = await open();
    const other = await newPerson(api);
    const both = await api.call('GET /api/users/me', { token: other.token, headers: { Cookie } });
    expect(dataOf(both)).toMatchObject({ utilisateur: { id: other.id } });
    expect((await api.call('GET /api/users/me', { token: 'wrong', headers: { Cookie } })).status).toBe(401);
    const out = await api.call('POST /api/users/logout', { token: other.token, headers: { Cookie } });
    expect([out.status, out.headers.getSetCookie()]).toEqual([200, []]);
    expect((await api.call('GET /api/users/me', { headers: { Cookie } })).status).toBe(200);
  });

  it('counts beside the password of a proxy', async () => {
    const { api, Cookie } = await open();
    const headers = { Cookie, Authorization: 'Basic dXNlcjpwYXNz' };
    expect((await api.call('GET /api/users/me', { headers })).status).toBe(200);
  });

  it.each(['', 'algotheque', 'algotheque=', 'algotheque="', 'x=1; algotheque=wrong', 'algotheque=%', ';;;='])(
    'is none if the header is %j',
    async (Cookie) => {
      const { api } = await start();
      expect(statusAndMessage(await api.call('GET /api/users/me', { headers: { Cookie } }))).toBe(
        '401 General.Unauthorized',
      );
    },
  );

  it('changes nothing for a page of another site, whatever the route', async () => {
    const { api, Cookie } = await open();
    const foreign = [
      {},
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'none' },
      { Origin: 'null' },
      { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
      { Origin: `${api.url}.evil.example` },
      { Origin: APP },
    ];
    const changing = ROUTES.filter(({ auth, method, id }) => auth && (method !== 'GET' || id === 'logoutByGet'));
    expect(changing.length).toBeGreaterThan(20);
    for (const row of changing) {
      for (const headers of foreign) {
        const reply = await api.call(targetOf(row), { headers: { Cookie, ...headers } });
        expect(statusAndMessage(reply), `${row.id} ${JSON.stringify(headers)}`).toBe(FOREIGN);
      }
    }
    expect((await api.call('GET /api/users/me', { headers: { Cookie } })).status).toBe(200);
  });

  it('changes things for pages of the service and of the origins in its settings', async () => {
    const { api, person, Cookie } = await open({ corsOrigins: [APP], publicUrl: 'http://h.example' });
    const senders = [
      OWN,
      { Origin: api.url },
      { Origin: 'http://h.example' },
      { Origin: APP, 'Sec-Fetch-Site': 'same-site' },
    ];
    for (const headers of senders) {
      const json = { ownerId: person.id, nom: 'Euclid', sourceCode: {} };
      const reply = await api.call('POST /api/algos', { json, headers: { Cookie, ...headers } });
      expect(reply.status, JSON.stringify(headers)).toBe(201);
    }
  });

  it('is not made for a page of another site, so that nobody works in the account of an attacker', async () => {
    const { api, person } = await open({ corsOrigins: [APP] });
    const foreign = [
      { Origin: 'https://evil.example' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { Origin: APP, 'Sec-Fetch-Site': 'cross-site' }, // allowed by the settings, but browsers drop the cookie
    ];
    for (const headers of foreign) {
      const reply = await login(api, person, headers);
      expect([statusAndMessage(reply), reply.headers.getSetCookie()]).toEqual([FOREIGN, []]);
    }
    expect((await login(api, person, {})).status).toBe(200); // a server that renders pages sends neither
  });

  it('does not count if two cookies have its name, of which another host or path has set one', async () => {
    const { api, person, Cookie } = await open();
    const other = cookieOf(await login(api, await newPerson(api)));
    expect((await api.call('GET /api/users/me', { headers: { Cookie: `${Cookie}; x=1; ${Cookie}` } })).status).toBe(
      200,
    );
    for (const both of [`${Cookie}; ${other}`, `${other}; ${Cookie}`]) {
      expect((await api.call('GET /api/users/me', { headers: { Cookie: both } })).status).toBe(401);
    }
    expect(person.id).toBe(1);
  });

  it('is a new one after each login: a planted value, unknown or of another account, stays what it was', async () => {
    const { api, person, Cookie } = await open();
    const victim = await newPerson(api);
    const unknown = `algotheque=${'A'.repeat(43)}`;
    for (const planted of [unknown, Cookie]) {
      const own = cookieOf(await login(api, victim, { ...OWN, Cookie: planted }));
      expect(own).not.toBe(planted);
      const read = await api.call('GET /api/users/me', { headers: { Cookie: own } });
      expect(dataOf(read)).toMatchObject({ utilisateur: { id: victim.id } });
    }
    expect((await api.call('GET /api/users/me', { headers: { Cookie: unknown } })).status).toBe(401);
    const attacker = await api.call('GET /api/users/me', { headers: { Cookie } });
    expect(dataOf(attacker)).toMatchObject({ utilisateur: { id: person.id } });
  });

  it('does not begin an export for a link of another site', async () => {
    const { api, person, Cookie } = await open();
    const target = `GET /api/users/${person.id}/export`;
    const linked = await api.call(target, { headers: { Cookie, 'Sec-Fetch-Site': 'cross-site' } });
    expect(statusAndMessage(linked)).toBe(FOREIGN);
    for (const headers of [{}, OWN, { 'Sec-Fetch-Site': 'none' }]) {
      expect((await api.call(target, { headers: { Cookie, ...headers } })).status).toBe(200);
    }
  });

  it('changes nothing for the page of the same host that came over http', async () => {
    const { api, Cookie } = await open({ publicUrl: 'https://h.example' });
    const logout = async (origin: string) => {
      const head = ['POST /api/users/logout HTTP/1.1', 'Host: h.example', `Origin: ${origin}`, `Cookie: ${Cookie}`];
      const rest = ['Content-Length: 0', 'Connection: close', '', ''];
      return (await exchange(Number(new URL(api.url).port), [...head, ...rest].join('\r\n'))).statuses;
    };
    expect(await logout('http://h.example')).toEqual([403]);
    expect(await logout('https://h.example')).toEqual([200]);
  });

  it('is not made where the browser would not keep it, over http from another machine', async () => {
    const { api, person } = await open({ publicUrl: 'https://h.example', corsOrigins: ['http://192.0.2.7:3000'] });
    for (const origin of ['http://192.0.2.7:3000', 'http://192.0.2.8:3000', 'http://h.example']) {
      const refused = await login(api, person, { Origin: origin });
      expect([statusAndMessage(refused), refused.headers.getSetCookie()]).toEqual(['403 General.Https_needed', []]);
    }
    expect((await login(api, person, { Origin: api.url })).status).toBe(200); // this machine
  });

  it('is a reason why an answer may differ, for caches', async () => {
    const { api, person, Cookie } = await open();
    const json = { ownerId: person.id, nom: 'Euclid', sourceCode: {} };
    const made = await api.call('POST /api/algos', { json, headers: { Cookie, ...OWN } });
    const read = await api.call(`GET ${made.headers.get('Location')}`, { headers: { Cookie } });
    expect([read.headers.get('Vary'), read.headers.get('Cache-Control')]).toEqual([
      'Authorization, Cookie',
      'private, no-cache',
    ]);
  });
});
