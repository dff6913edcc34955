import { describe, expect, it } from 'vitest';
import { dataOf, statusAndMessage } from './api.ts';
import type { World } from './fixture.ts';
import { once } from './once.ts';
import { type AlgoData, createAlgo, newAlgo, newPerson, type Person } from './people.ts';

/** The rules of numbers that are out of bounds. */
const RULES: Readonly<Record<string, string>> = { 'limit=0': 'min', 'limit=-1': 'min', 'limit=1001': 'max' };

export function listing({ api }: World): void {
  const anybody = once(() => newPerson(api)); // these requests change nobody
  const list = (of: Person, seenBy: Person, query = '') =>
    api.call(`GET /api/algos/byUserId/${of.id}${query}`, { token: seenBy.token });
  const idsOf = (reply: Parameters<typeof dataOf>[0]) => dataOf<AlgoData[]>(reply).map(({ id }) => id);

  describe('listing', () => {
    it('has pages, each with a link to the next', async () => {
      const owner = await newPerson(api);
      const ids: number[] = [];
      for (let left = 5; left > 0; left -= 1) ids.push((await newAlgo(api, owner)).id);
      const seen: number[][] = [];
      let target: string | undefined = `/api/algos/byUserId/${owner.id}?limit=2`;
      while (target !== undefined) {
        const reply = await api.call(`GET ${target}`, { token: owner.token });
        seen.push(idsOf(reply));
        target = /^<(\/[^>]+)>; rel="next"$/.exec(reply.headers.get('Link') ?? '')?.[1];
      }
      expect(seen).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
      expect(idsOf(await list(owner, owner, `?after=${ids[2]}`))).toEqual(ids.slice(3));
      expect((await list(owner, owner, '?limit=5')).headers.get('Link')).toBeNull();
      expect(idsOf(await list(owner, owner, `?after=${2 ** 52}&limit=1000`))).toEqual([]);
    });

    it.each([
      'limit=0',
      'limit=-1',
      'limit=1001',
      'limit=x',
      'limit=1.0',
      'limit=+1',
      'limit=0x1',
      'limit=%201',
      'limit=1&limit=2',
      'limit=01',
      'limit=%zz',
      'limit=９',
      'after=0',
      'after=99999999999999999999',
      'after=-0',
    ])('refuses ?%s', async (query) => {
      const person = await anybody();
      const reply = await list(person, person, `?${query}`);
      expect(statusAndMessage(reply)).toBe('400 General.Invalid_data');
      const [issue] = dataOf<{ path: string; rule: string }[]>(reply);
      expect(issue).toMatchObject({
        path: query.startsWith('after') ? '/after' : '/limit',
        rule: RULES[query] ?? 'type',
      });
    });

    it.each([
      ['page=2', ['/page']],
      ['limit[$gt]=1&limit=', ['/limit[$gt]']],
      ['Limit=1', ['/Limit']],
      ['limit=1&b=1&a~/=&b=2', ['/b', '/a~0~1']],
      ['', []],
      [Array.from({ length: 30 }, (_, n) => `p${n}=1`).join('&'), Array.from({ length: 10 }, (_, n) => `/p${n}`)],
    ])('names the unknown parameters of ?%s', async (query, paths) => {
      const person = await anybody();
      const reply = await list(person, person, `?${query}`);
      if (paths.length === 0) return expect(reply.status).toBe(200);
      expect(statusAndMessage(reply)).toBe('400 General.Invalid_data');
      expect(dataOf(reply)).toEqual(
        paths.map((path) => ({ path, rule: 'unknown_parameter', message: 'is no parameter of this address' })),
      );
    });

    it('answers "not found" for an unknown user', async () => {
      const person = await newPerson(api);
      expect(statusAndMessage(await list({ ...person, id: 2 ** 52 }, person))).toBe('404 User.Not_found');
    });

    it('names in the link to the next page every parameter that was sent, but for `total`', async () => {
      const owner = await newPerson(api);
      const folder = dataOf<{ id: number }>(
        await api.call('POST /api/folders', { token: owner.token, json: { nom: 'Tris & « co »' } }),
      );
      for (const nom of ['Tri 1', 'Tri 2', 'Tri 3']) {
        const { id } = dataOf<AlgoData>(await createAlgo(api, owner, { nom }));
        const json = { dossierId: folder.id };
        await api.call(`PUT /api/algos/${id}/dossier`, { token: owner.token, json });
      }
      const linked = async (target: string) => {
        const reply = await api.call(`GET ${target}`, { token: owner.token });
        const [, next = ''] = /^<([^>]+)>; rel="next"$/.exec(reply.headers.get('Link') ?? '') ?? [];
        const { pathname, searchParams } = new URL(next, 'http://x');
        expect(target.startsWith(`${pathname}?`), next).toBe(true);
        return { reply, sent: Object.fromEntries(searchParams) };
      };
      const sent = {
        role: 'owner',
        dossierId: String(folder.id),
        q: 'tri',
        sort: '-nom',
        modifiedSince: '0',
        limit: '1',
      };
      const query = new URLSearchParams({ ...sent, total: 'true' });
      const first = await linked(`/api/algos?${query}`);
      expect(first.reply.headers.get('X-Total-Count')).toBe('3');
      const { after, ...rest } = first.sent;
      expect([rest, after]).toEqual([sent, expect.any(String)]);
      const second = await linked(`/api/algos?${new URLSearchParams({ ...first.sent, total: 'true' })}`);
      expect(second.reply.headers.get('X-Total-Count'), 'where it is asked for again').toBe('3');
      expect(second.sent).toMatchObject(sent);
      const page = { limit: '1', after: expect.any(String) };
      expect((await linked(`/api/algos/byUserId/${owner.id}?limit=1`)).sent).toEqual(page);
      for (const { id } of dataOf<AlgoData[]>(await list(owner, owner))) {
        await api.call(`DELETE /api/algos/${id}`, { token: owner.token });
      }
      expect((await linked('/api/algos/bin?limit=1')).sent).toEqual(page);
    });

    it.each([
      ['role=other', '/role'],
      ['role=owner&role=all', '/role'],
      ['dossierId=null', null],
      ['dossierId=0', '/dossierId'],
      ['dossierId=x', '/dossierId'],
      ['sort=id', '/sort'],
      ['sort=--nom', '/sort'],
      ['modifiedSince=-1', '/modifiedSince'],
      ['modifiedSince=2026-01-01', '/modifiedSince'],
      ['q=a&q=b', '/q'],
      ['q=%FF%FE', null],
      ['limit=1001', '/limit'],
      ['after=1', '/after'],
      ['total=1', '/total'],
      ['page=1', '/page'],
    ])('answers a search with ?%s by a violation of %s', async (query, path) => {
      const person = await anybody();
      const reply = await api.call(`GET /api/algos?${query}`, { token: person.token });
      if (path === null) return expect(reply.status).toBe(200);
      expect(statusAndMessage(reply)).toBe('400 General.Invalid_data');
      expect(dataOf<{ path: string }[]>(reply)).toMatchObject([{ path }]);
    });

    it.each([
      [
        '?modifiedSince=2026-11-23T10:00:00Z',
        'is no number of milliseconds since the Unix epoch, such as 1795428000000',
      ],
      ['?modifiedSince=-1', 'is no number of milliseconds since the Unix epoch, such as 1795428000000'],
      ['?after=1', 'is not what an earlier page of this list gave for the same order'],
      ['/bin?after=x', 'is not what an earlier page of this list gave for the same order'],
    ])('says what is expected when %s is wrong', async (address, message) => {
      const { token } = await anybody();
      const reply = await api.call(`GET /api/algos${address}`, { token });
      const path = address.includes('after') ? '/after' : '/modifiedSince';
      expect([reply.status, dataOf(reply)]).toEqual([400, [{ path, rule: 'type', message }]]);
    });
  });
}
