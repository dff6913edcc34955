import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultValidator } from '../../src/content/defaultValidator.ts';
import { SourceText, type ValidationResult } from '../../src/content/sourceText.ts';
import { parseJson } from '../../src/parseJson.ts';

const validate = defaultValidator();

/** `[]` when it passes, else its issues as `path rule`. */
async function issues(sourceCode: unknown): Promise<string[]> {
  const result: ValidationResult = await validate(sourceCode);
  return result.success ? [] : result.issues.map(({ path, rule }) => `${path} ${rule}`);
}

describe('source code', () => {
  it.each(['{}', '[]', '{"a":null}', '[[],{}]', '{"":""}', '[true,false,0,-1,0.5,"\\u0000"]', '{"toJSON":1}'])(
    'may be %s',
    async (text) => {
      expect(await issues(parseJson(text))).toEqual([]);
    },
  );

  it.each(['12', '"text"', 'true', 'null', '1e999'])('must not be %s', async (text) => {
    expect(await issues(parseJson(text))).toEqual([' type']);
  });

  it.each(['9007199254740993', '1e999', '-0', '0.10000000000000000000001'])('must not contain %s', async (literal) => {
    expect(await issues(parseJson(`{"a":[1,${literal}]}`))).toEqual(['/a/1 number']);
  });

  it.each([
    ['{"a":{"__proto__":1}}', '/a/__proto__'],
    ['[{"__proto__":{}}]', '/0/__proto__'],
  ])('has no key __proto__: %s', async (text, path) => {
    expect(await issues(parseJson(text))).toEqual([`${path} forbidden_key`]);
  });

  it('may have the keys constructor and prototype', async () => {
    expect(await issues(parseJson('{"constructor":{"prototype":{"a":1}},"hasOwnProperty":1}'))).toEqual([]);
  });

  it('is refused with the first error, in the order of the text', async () => {
    expect(await issues([Number.NaN, Number.POSITIVE_INFINITY])).toEqual(['/0 number']);
    expect(await issues({ a: [1, { b: Number.NaN }], c: undefined })).toEqual(['/a/1/b number']);
  });

  it('is refused with the place of the error as a JSON Pointer', async () => {
    expect(await issues({ 'a/b': { 'c~d': [Number.NaN] } })).toEqual(['/a~1b/c~0d/0 number']);
  });

  it('is not changed by the validation', async () => {
    const source = parseJson('{"b":[1,{"a":0.5}],"a":null}');
    const before = JSON.stringify(source);
    await issues(Object.freeze(source));
    expect(JSON.stringify(source)).toBe(before);
  });
});

describe('source code that is accepted', () => {
  const json = fc.jsonValue({ noUnicodeString: false, maxDepth: 6 });

  it('is read back from its bytes exactly', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(json, fc.array(json), fc.dictionary(fc.string(), json)), async (value) => {
        if ((await issues(value)).length > 0) return;
        expect(SourceText.of(value).json()).toEqual(value);
      }),
    );
  });

  it('is written as the same text, except for spaces and the notation of fractions', async () => {
    const text = fc
      .array(fc.oneof(fc.maxSafeInteger(), fc.string({ unit: 'binary' }), fc.boolean()))
      .map((list) => JSON.stringify(list));
    await fc.assert(
      fc.asyncProperty(text, async (sent) => {
        const value = parseJson(sent);
        expect(await issues(value)).toEqual([]);
        expect(SourceText.of(value).text()).toBe(sent);
      }),
    );
  });

  it('keeps lone surrogates and U+FFFD unchanged', async () => {
    const value = ['\ud800', '\udfff\ud800', '\ufffd', '\u0000'];
    expect(await issues(value)).toEqual([]);
    expect(SourceText.of(value).json()).toEqual(value);
  });
});
