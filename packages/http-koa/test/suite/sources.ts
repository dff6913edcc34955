import { describe, expect, it } from 'vitest';
import { dataOf, statusAndMessage } from './api.ts';
import type { World } from './fixture.ts';
import { type AlgoData, newPerson, type Person } from './people.ts';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

/** Source codes that are accepted: as they are sent, and as they are returned if that text differs. */
const TAKEN: readonly (readonly [string, string?])[] = [
  ['{}'],
  ['[]'],
  [nested(64)],
  [`[${'0,'.repeat(49_998)}0]`],
  ['{"a":"\\u0000\\ud83d\\ude00é\\n"}', '{"a":"\\u0000😀é\\n"}'],
  ['{"lone":"\\ud800"}'],
  ['{"constructor":{"prototype":{"polluted":1}},"toString":null}'],
  [
    '{"n":[9007199254740991,-9007199254740991,0.1,1e21,5e-324,1.50,10e1]}',
    '{"n":[9007199254740991,-9007199254740991,0.1,1e+21,5e-324,1.5,100]}',
  ],
  ['{"b":1,"a":2,"":3," ":4}'],
  [' { "spaced" :\n[ 1 ,\t2 ] } ', '{"spaced":[1,2]}'],
  ['{"sourceCode":"}}","data":"{\\"x\\":1}"}'],
];

const REFUSED: readonly (readonly [string, string, string])[] = [
  ['12', '', 'type'],
  ['"text"', '', 'type'],
  ['true', '', 'type'],
  [nested(65), '/0'.repeat(64), 'max_depth'],
  [`[${'0,'.repeat(49_999)}0]`, '', 'max_values'],
  [`[${'0,'.repeat(109_000)}0]`, '', 'max_values'],
  [`{${Array.from({ length: 50_000 }, (_, index) => `"${index}":0`)}}`, '', 'max_values'],
  [`["${'x'.repeat(524_288)}"]`, '', 'max_bytes'],
  ['{"a":{"__proto__":{"polluted":1}}}', '/a/__proto__', 'forbidden_key'],
  ['{"a":9007199254740993}', '/a', 'number'],
  ['{"a":[1e999]}', '/a/0', 'number'],
  ['{"a/b":{"c~d":-0}}', '/a~1b/c~0d', 'number'],
  ['{"a":0.1000000000000000055511151231257827}', '/a', 'number'],
];

export function sources({ api }: World): void {
  const send = (owner: Person, source: string) =>
    api.call('POST /api/algos', {
      token: owner.token,
      headers: { 'Content-Type': 'application/json' },
      body: `{"ownerId":${owner.id},"nom":"Source","sourceCode":${source}}`,
    });

  describe('source code', () => {
    it('comes back as it was sent', async () => {
      const owner = await newPerson(api);
      for (const [source, expected = source] of TAKEN) {
        const created = await send(owner, source);
        expect(`${statusAndMessage(created)} ${source.slice(0, 40)}`).toBe(
          `201 Algo.Success.Created ${source.slice(0, 40)}`,
        );
        const { id } = dataOf<AlgoData>(created);
        const { text } = await api.call(`GET /api/algos/${id}`, { token: owner.token });
        expect(text.endsWith(`,"sourceCode":${expected}}}`)).toBe(true);
      }
    });

    it('is refused with the place and the rule, and nothing is saved', async () => {
      const owner = await newPerson(api);
      for (const [source, path, rule] of REFUSED) {
        const reply = await send(owner, source);
        expect(`${statusAndMessage(reply)} ${rule}`).toBe(`400 Algo.Invalid ${rule}`);
        expect(dataOf(reply)).toEqual({ success: false, issues: [{ path, rule, message: expect.any(String) }] });
      }
      expect(dataOf(await api.call(`GET /api/algos/byUserId/${owner.id}`, { token: owner.token }))).toEqual([]);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    });

    it('is refused on an update as well, and the old one stays', async () => {
      const owner = await newPerson(api);
      const { id } = dataOf<AlgoData>(await send(owner, '{"kept":true}'));
      const reply = await api.call(`PUT /api/algos/${id}`, {
        token: owner.token,
        headers: { 'Content-Type': 'application/json' },
        body: '{"nom":"Source","sourceCode":{"a":9007199254740993}}',
      });
      expect(statusAndMessage(reply)).toBe('400 Algo.Invalid');
      const after = await api.call(`GET /api/algos/${id}`, { token: owner.token });
      expect(dataOf<AlgoData>(after).sourceCode).toEqual({ kept: true });
    });
  });
}
