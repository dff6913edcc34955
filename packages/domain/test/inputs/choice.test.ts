import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { fields, inputs } from '../../src/input.ts';

const { Missing_data, Invalid_data } = Responses.General;
const thrown = (work: () => unknown): unknown => {
  try {
    return expect.fail(`accepted: ${JSON.stringify(work())}`);
  } catch (error) {
    return error;
  }
};

describe('a choice of fields', () => {
  const choice = fields(v.object({ one: v.optional(v.string()), other: v.optional(v.string()) }), ['one', 'other']);

  it('is exactly one of them', () => {
    expect(choice.failures).toEqual([Missing_data, Invalid_data]);
    expect(choice.read({ one: 'a' })).toEqual({ one: 'a' });
    expect(choice.read({ other: 'b', one: '' })).toEqual({ other: 'b' });
    expect(thrown(() => choice.read({}))).toMatchObject({ code: Missing_data, fields: ['one|other'] });
    expect(thrown(() => choice.read({ one: 'a', other: 'b' }))).toMatchObject({
      code: Invalid_data,
      data: [{ path: '/other', rule: 'duplicate', message: 'is one field too many: send one or other' }],
    });
  });

  it('can be left out where no field is required', () => {
    const free = fields(v.object({ one: v.optional(v.string()) }));
    expect([free.failures, free.read({})]).toEqual([[Invalid_data], {}]);
  });
});

describe('several inputs', () => {
  const both = inputs({ first: fields(v.object({ one: v.string() })), second: fields(v.object({ two: v.string() })) });

  it('are read each by its schema, and the first that is wrong is reported', () => {
    const sent = { first: { one: 'a' }, second: { two: 'b' }, third: 1 };
    expect(both.read(sent)).toEqual({ first: { one: 'a' }, second: { two: 'b' } });
    expect(thrown(() => both.read({ second: {} }))).toMatchObject({ code: Missing_data, fields: ['one'] });
    expect(thrown(() => both.read({ ...sent, second: {} }))).toMatchObject({ fields: ['two'] });
    expect(thrown(() => both.read([]))).toMatchObject({ code: Invalid_data });
  });
});
