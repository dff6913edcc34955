import { describe, expect, it } from 'vitest';
import { dataOf, statusAndMessage } from './api.ts';
import type { World } from './fixture.ts';
import { once } from './once.ts';
import { newAlgo, newPerson, type Person, SOURCE, sharedAlgo } from './people.ts';

/** Headers that name version 1, and headers that do not. */
const MATCHING = ['"1"', '"7", "1"', '"1","7"', ' "1" ', '*', '"a,b", "1"', '"1",', ', "7",, "1" ,'];
/** Version 1 as proxies that compress answers write it. */
const CHANGED = ['"1-gzip"', '"1;gzip"', '"1--gzip"', '"1/br"', 'W/"1-zstd"'];
const NO_TAGS = ['', ',', '1', '1, 2', 'W/1', "'1'", '"1', '"1" "2"', 'x', '*, "2"'];
const FOREIGN = ['"2"', 'W/"2"', '"2-gzip"', '"1-x"', '"1gzip"', '"gzip"', '"01"', '""', '"a"', '"1;"', '"+1"', '"１"'];
const NO_TAG = [
  { path: '/If-Match', rule: 'type', message: 'is no tag in quotes, such as "1", no list of them, and not *' },
];
const NOT_MATCHING = [...FOREIGN, ...NO_TAGS];
const WEAK = ['W/"1"', '"9", W/"1"'];

const ascii = (header: string) => Buffer.from(header).toString('latin1'); // `fetch` accepts only such characters in a header

export function conditional({ api }: World): void {
  const anybody = once(() => newPerson(api)); // each test has an algorithm of its own
  const put = (id: number, { token }: Person, match: string) =>
    api.call(`PUT /api/algos/${id}`, {
      token,
      json: { nom: 'Changed', sourceCode: SOURCE },
      headers: { 'If-Match': ascii(match) },
    });
  const get = (id: number, { token }: Person, match: string) =>
    api.call(`GET /api/algos/${id}`, { token, headers: { 'If-None-Match': ascii(match) } });

  describe('If-Match', () => {
    it.each([...MATCHING, ...WEAK, ...CHANGED])(
      '%s allows a change of version 1, and the version rises',
      async (match) => {
        const owner = await anybody();
        const { id } = await newAlgo(api, owner);
        const reply = await put(id, owner, match);
        expect([reply.status, reply.headers.get('ETag')]).toEqual([200, '"2"']);
      },
    );

    it.each(NOT_MATCHING)('%s refuses the request, and nothing is changed', async (match) => {
      const owner = await anybody();
      const { id, nom } = await newAlgo(api, owner);
      const refusal = NO_TAGS.includes(match) ? '400 General.Invalid_data' : '412 Algo.Conflict';
      const refused = await put(id, owner, match);
      expect(statusAndMessage(refused)).toBe(refusal);
      if (NO_TAGS.includes(match)) expect(dataOf(refused)).toEqual(NO_TAG);
      const headers = { 'If-Match': ascii(match) };
      const deleted = await api.call(`DELETE /api/algos/${id}`, { token: owner.token, headers });
      expect(statusAndMessage(deleted)).toBe(refusal);
      const after = await api.call(`GET /api/algos/${id}`, { token: owner.token });
      expect([after.headers.get('ETag'), after.text.includes(nom)]).toEqual(['"1"', true]);
    });

    it('is checked after the rights', async () => {
      const [owner, reader, stranger] = [await newPerson(api), await newPerson(api), await newPerson(api)];
      const { id } = await sharedAlgo(api, owner, { with: reader, droits: 'Read' });
      const del = async ({ token }: Person) =>
        statusAndMessage(await api.call(`DELETE /api/algos/${id}`, { token, headers: { 'If-Match': '"99"' } }));
      expect(await del(stranger)).toBe('404 Algo.Not_found');
      expect(await del(reader)).toBe('403 Algo.Forbidden_delete');
      expect(await del(owner)).toBe('412 Algo.Conflict');
    });

    it('of a PATCH is checked where nothing is sent to change, too', async () => {
      const owner = await anybody();
      const { id } = await newAlgo(api, owner);
      const send = (match: string) =>
        api.call(`PATCH /api/algos/${id}`, { token: owner.token, json: {}, headers: { 'If-Match': match } });
      expect(statusAndMessage(await send('"2"'))).toBe('412 Algo.Conflict');
      const same = await send('"1"');
      expect([same.status, same.headers.get('ETag')]).toEqual([200, '"1"']);
    });

    it('allows the deletion of the version that it names', async () => {
      const owner = await anybody();
      const { id } = await newAlgo(api, owner);
      const headers = { 'If-Match': '"1"' };
      expect((await api.call(`DELETE /api/algos/${id}`, { token: owner.token, headers })).status).toBe(200);
    });
  });

  describe('If-None-Match', () => {
    it.each([...MATCHING, ...WEAK])('%s needs no body of version 1', async (match) => {
      const owner = await anybody();
      const { id } = await newAlgo(api, owner);
      const reply = await get(id, owner, match);
      expect([reply.status, reply.text, reply.headers.get('ETag')]).toEqual([304, '', '"1"']);
      expect(reply.headers.get('Cache-Control')).toBe('private, no-cache');
      expect(reply.headers.get('Vary')).toBe('Authorization, Cookie');
      expect(reply.headers.get('X-Request-Id')).not.toBeNull();
    });

    it.each(NOT_MATCHING)('%s gets a body', async (match) => {
      const owner = await anybody();
      const { id } = await newAlgo(api, owner);
      expect((await get(id, owner, match)).status).toBe(200);
    });

    it('is checked after the rights', async () => {
      const [owner, stranger] = [await newPerson(api), await newPerson(api)];
      const { id } = await newAlgo(api, owner);
      expect((await get(id, stranger, '*')).status).toBe(404);
      expect((await api.call(`GET /api/algos/${id}`, { headers: { 'If-None-Match': '*' } })).status).toBe(401);
    });
  });
}
