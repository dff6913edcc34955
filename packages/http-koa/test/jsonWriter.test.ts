import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { jsonWriter, strippedJson } from '../src/exchange/jsonWriter.ts';
import { ROUTES } from '../src/index.ts';

const TEXTS = [
  '',
  'Ada',
  '"',
  '\\',
  '\n',
  '\u0000',
  '\u2028',
  'é',
  '😀',
  '\ud800',
  'a\udc00b',
  '\uffff',
  '[]',
  '\u007f',
];
const junk = fc.oneof(
  fc.constantFrom(
    undefined,
    null,
    true,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -0,
    0.1,
    1e21,
    [],
    {},
    'Owner',
    new Date(0),
  ),
  fc.constantFrom(...TEXTS),
  fc.integer(),
);

/** Values of the shape of a schema; sometimes other values, and members that the schema does not name. */
function near(schema: v.GenericSchema): fc.Arbitrary<unknown> {
  const { entries, item, wrapped, options, literal } = schema as unknown as Readonly<{
    entries?: Readonly<Record<string, v.GenericSchema>>;
    item?: v.GenericSchema;
    wrapped?: v.GenericSchema;
    options?: readonly unknown[];
    literal?: unknown;
  }>; // the members of a schema depend on its type
  const fitting = (): fc.Arbitrary<unknown> => {
    switch (schema.type) {
      case 'object':
        return fc.record({
          ...Object.fromEntries(Object.entries(entries ?? {}).map(([name, entry]) => [name, near(entry)])),
          undeclared: junk,
        });
      case 'array':
        return fc.array(near(item ?? v.never()), { maxLength: 3 });
      case 'nullable':
        return fc.option(near(wrapped ?? v.never()));
      case 'optional':
        return fc.option(near(wrapped ?? v.never()), { nil: undefined });
      case 'union':
        return fc.oneof(...(options ?? []).map((option) => near(option as v.GenericSchema))); // a union has schemas
      case 'picklist':
        return fc.constantFrom(...(options ?? []));
      case 'literal':
        return fc.constant(literal);
      case 'number':
        return fc.oneof(fc.integer(), fc.constantFrom(-0, 0.5, 1_795_324_700_195, Number.MAX_SAFE_INTEGER));
      case 'boolean':
        return fc.boolean();
      default:
        return fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'binary' }));
    }
  };
  return fc.oneof({ weight: 30, arbitrary: fitting() }, { weight: 1, arbitrary: junk });
}

/** The JSON of a value after valibot has checked it; null if it does not fit. */
function expected(schema: v.GenericSchema, value: unknown): string | null {
  const result = v.safeParse(schema, value);
  return result.success ? JSON.stringify(result.output) : null;
}

function outcome(schema: v.GenericSchema, value: unknown): string | null {
  try {
    return strippedJson(schema, value) ?? null;
  } catch {
    return null;
  }
}

/** As the data of a failure. */
const Refusal = v.object({
  success: v.literal(false),
  issues: v.array(v.object({ path: v.string(), rule: v.picklist(['a', 'b']) })),
});

const DATA = [...ROUTES.flatMap(({ success }) => success.data ?? []), Refusal];

describe('the JSON of an answer', () => {
  it('is written without valibot for the data of every answer', () => {
    expect(DATA.length).toBeGreaterThan(8);
    for (const schema of DATA) expect(jsonWriter(schema)).not.toBe(null);
  });

  it('is that of the closed value, and there is none of a value that does not fit', () => {
    const cases = fc.constantFrom(...DATA).chain((schema) => near(schema).map((value) => ({ schema, value })));
    fc.assert(
      fc.property(cases, ({ schema, value }) => {
        fc.pre(value !== undefined); // no data
        expect(outcome(schema, value)).toBe(expected(schema, value));
      }),
      { numRuns: 300 },
    );
  });

  it('has nothing that a record inherits or names in another form', () => {
    const schema = v.object({ id: v.number(), nom: v.optional(v.string()) });
    const write = jsonWriter(schema);
    expect(write?.({ id: 1, nom: undefined, toJSON: () => 'secret', undeclared: 'secret' })).toBe('{"id":1}');
    expect(write?.({ id: 1, nom: 'a"b' })).toBe('{"id":1,"nom":"a\\"b"}');
    for (const value of [{ id: '1' }, { id: Number.NaN }, { id: 1n }, {}, [], null, 'x']) {
      expect(write?.(value)).toBe(undefined);
    }
  });

  it.each([
    ['a pipe', v.object({ id: v.pipe(v.number(), v.transform(String)) }), { id: 1 }, '{"id":"1"}'],
    ['a default', v.object({ id: v.number(), a: v.optional(v.string(), 'b') }), { id: 1 }, '{"id":1,"a":"b"}'],
    ['an optional first member', v.object({ a: v.optional(v.number()) }), {}, '{}'],
    ['another kind of schema', v.record(v.string(), v.number()), { a: 1 }, '{"a":1}'],
  ])('is made by valibot for a schema with %s', (_what, schema, value, text) => {
    expect(jsonWriter(schema)).toBe(null);
    expect(strippedJson(schema, value)).toBe(text);
  });
});
