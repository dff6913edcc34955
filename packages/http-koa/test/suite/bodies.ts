import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { statusAndMessage } from './api.ts';
import type { World } from './fixture.ts';
import { once } from './once.ts';
import { newPerson } from './people.ts';

const MIB = 1_048_576;
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** One route for each way to read a body. */
const READERS = ['POST /api/users/login', 'POST /api/algos', 'POST /api/users/confirm'];

// biome-ignore format: a list
const MALFORMED = [
  '{', '}', '{"a":1', "{'a':1}", '{"a":1,}', '[1', '{"a" 1}', 'nothing', '{}{}', '{} x', '\u0000', '{"a":\u0001}', '{"a":NaN}',
  '{"a":01}', '"', ' ', '[', '['.repeat(500), '{"a":'.repeat(250), '/*c*/{}', '{"a":"\n"}',
];

/** Bodies of less than a megabyte with more values and names than any valid body has, in several forms. */
// biome-ignore format: a list
const LONG = [
  '['.repeat(MIB), '{"a":'.repeat(100_000), '['.repeat(MIB / 2) + ']'.repeat(MIB / 2), `[1.5,${'1,'.repeat(500_000)}1]`,
  `{${Array.from({ length: 100_000 }, (_, index) => `"${index}":1`)}}`, `{"email":["",${'{},'.repeat(300_000)}{}]}`,
];

const NO_OBJECTS = ['12', 'true', '"text"', 'null', '[]', '[{}]', '['.repeat(1_000) + ']'.repeat(1_000)];

const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => [...(typeof part === 'string' ? Buffer.from(part) : part)]));

const utf16 = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le'));
const utf16BigEndian = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le').swap16());

const chunked = (text: string) =>
  new ReadableStream({
    start(controller) {
      for (let at = 0; at < text.length; at += 65_536) controller.enqueue(Buffer.from(text.slice(at, at + 65_536)));
      controller.close();
    },
  });

export function bodies({ api }: World): void {
  const anybody = once(() => newPerson(api)); // these requests change nobody
  describe.each(READERS)('the body of %s', (target) => {
    async function sent(body: Parameters<typeof chunked>[0] | Uint8Array<ArrayBuffer> | ReadableStream, headers = {}) {
      const { token } = await anybody();
      return statusAndMessage(await api.call(target, { token, body, headers: { ...JSON_TYPE, ...headers } }));
    }

    it.each([
      'application/json',
      'Application/JSON',
      'application/json; charset=utf-8',
      'application/json;charset="UTF-8"',
      'application/json; charset=UTF8',
      'application/json; charset="utf8"',
      'application/json;',
      'application/json; profile=x',
    ])('is accepted as %s', async (type) => {
      expect(await sent('{}', { 'Content-Type': type })).toBe('400 General.Missing_data');
    });

    it.each([
      'text/plain',
      'text/json',
      'application/jsonx',
      'application/problem+json',
      'application/json; charset=latin1',
      'application/json; charset=utf-16',
      'application/json; charset=utf--8',
      'multipart/form-data; boundary=x',
      'application/json, text/plain',
      'json',
      'application/json; charset',
      '__proto__',
      'application/json; charset=utf-8; charset=utf-7',
    ])('is refused as %s', async (type) => {
      expect(await sent('{}', { 'Content-Type': type })).toBe('415 General.Unsupported_media_type');
    });

    it('is refused with a Content-Encoding, compressed or not', async () => {
      const packed = Uint8Array.from(gzipSync('{}'));
      for (const encoding of ['gzip', 'br', 'deflate', 'GZIP', 'identity, gzip', 'x']) {
        expect(await sent(packed, { 'Content-Encoding': encoding })).toBe('415 General.Unsupported_media_type');
      }
      expect(await sent('{}', { 'Content-Encoding': 'identity' })).toBe('400 General.Missing_data');
    });

    it('may be as large as the limit, and not larger', async () => {
      const full = `{}${' '.repeat((target.includes('algos') ? MIB : 16_384) - 2)}`;
      for (const way of [(text: string) => text, chunked]) {
        expect(await sent(way(full))).toBe('400 General.Missing_data');
        expect(await sent(way(`${full} `))).toBe('413 General.Payload_too_large');
        expect(await sent(way(full.repeat(8)))).toBe('413 General.Payload_too_large');
      }
    });

    it('may have as many values and names as the limit, and is not parsed with more', async () => {
      for (const body of LONG) {
        expect(`${body.slice(0, 20)} ${await sent(body)}`).toBe(`${body.slice(0, 20)} 413 General.Payload_too_large`);
      }
      const most = target.includes('algos') ? 110_000 : 1_000;
      const list = (tokens: number) => JSON.stringify({ unknown: Array(tokens - 3).fill(1) });
      expect(await sent(list(most))).toBe('400 General.Missing_data');
      expect(await sent(list(most + 1))).toBe('413 General.Payload_too_large');
    });

    it('is malformed if it is not JSON', async () => {
      for (const body of MALFORMED) {
        expect(`${body.slice(0, 20)} ${await sent(body)}`).toBe(`${body.slice(0, 20)} 400 General.Malformed_json`);
      }
    });

    it('is invalid if it is not an object', async () => {
      for (const body of NO_OBJECTS) {
        expect(`${body.slice(0, 20)} ${await sent(body)}`).toBe(`${body.slice(0, 20)} 400 General.Invalid_data`);
      }
    });

    it('may be nested deeply in unknown fields', async () => {
      const deep = `{"unknown":${'['.repeat(998)}${']'.repeat(998)}}`;
      expect(await sent(deep)).toBe('400 General.Missing_data');
    });

    it('counts as {} if it is absent', async () => {
      const { token } = await anybody();
      expect(statusAndMessage(await api.call(target, { token }))).toBe('400 General.Missing_data');
      expect(statusAndMessage(await api.call(target, { token, headers: JSON_TYPE }))).toBe('400 General.Missing_data');
      expect(await sent(chunked(''))).toBe('400 General.Missing_data');
    });

    it('may begin with one byte order mark', async () => {
      const mark = [0xef, 0xbb, 0xbf];
      expect(await sent(bytes(mark, '{}'))).toBe('400 General.Missing_data');
      expect(await sent(bytes(mark, mark, '{}'))).toBe('400 General.Malformed_json');
    });

    it('may be in UTF-16 with a byte order mark, and not without', async () => {
      for (const write of [utf16, utf16BigEndian]) {
        expect(await sent(write('\ufeff{"unknown":"é 😀"}'))).toBe('400 General.Missing_data');
        for (const wrong of ['{}', '\ufeff', '\ufeff\ufeff{}', '\ufeff{', '\ufeff{}\u0000']) {
          expect(`${wrong} ${await sent(write(wrong))}`).toBe(`${wrong} 400 General.Malformed_json`);
        }
      }
      expect(await sent(bytes([...utf16('\ufeff{}'), 0x20]))).toBe('400 General.Malformed_json'); // half a unit
    });

    it('changes no prototype', async () => {
      const evil = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
      expect(await sent(evil)).toBe('400 General.Missing_data');
      expect(await sent('{"__proto__":{"email":"a@b.c","password":"x","ownerId":1,"nom":"abc","sourceCode":{}}}')).toBe(
        '400 General.Missing_data',
      );
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    });
  });

  describe('invalid UTF-8', () => {
    it.each([[[0xff]], [[0xc3]], [[0xed, 0xa0, 0x80]], [[0xc0, 0x80]]])('%j is refused', async (broken) => {
      const { id, token } = await newPerson(api);
      const user = bytes('{"email":"a@example.org","password":"long enough","pseudo":"Ad', broken, 'a"}');
      const algo = bytes(`{"ownerId":${id},"nom":"abc","sourceCode":{"a":"`, broken, '"}}');
      const replies = [
        await api.call('POST /api/users/register', { headers: JSON_TYPE, body: user }),
        await api.call('POST /api/algos', { token, headers: JSON_TYPE, body: algo }),
      ];
      expect(replies.map(statusAndMessage)).toEqual(['400 General.Invalid_data', '400 General.Malformed_json']);
    });
  });

  describe('bodies on routes without a body', () => {
    it('are ignored', async () => {
      const { id, token } = await newPerson(api);
      const call = { token, body: '{', headers: { 'Content-Type': 'text/plain' } };
      expect(statusAndMessage(await api.call(`DELETE /api/users/${id}/sessions`, call))).toBe(
        '200 User.Success.Sessions_ended',
      );
    });
  });
}
