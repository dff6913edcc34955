import * as v from 'valibot';
import { expect, it } from 'vitest';
import { ruleMessage, violationsOf } from '../../src/violation.ts';

const found = (schema: v.GenericSchema, value: unknown) => violationsOf(v.safeParse(schema, value).issues ?? []);

it('says what the schema says, without the name of the rule', () => {
  const schema = v.object({ n: v.number(ruleMessage('type', 'is no count')) });
  expect(found(schema, { n: 'x' })).toEqual([{ path: '/n', rule: 'type', message: 'is no count' }]);
});

it('has the text of the rule for what is required, whatever the schema says', () => {
  const schema = v.pipe(
    v.unknown(),
    v.check(() => false, ruleMessage('required', 'is needed')),
  );
  expect(found(schema, undefined)).toEqual([{ path: '', rule: 'required', message: 'is required' }]);
});

it('names choices only for a wrong type, and keeps parentheses within a choice', () => {
  const message = 'is not one of "a) b", "(c"';
  expect(found(v.picklist(['a) b', '(c'], 'type'), 7)).toEqual([{ path: '', rule: 'type', message }]);
  expect(found(v.picklist(['(a)'], 'type'), 7)[0]?.message).toBe('is not one of "(a)"');
  expect(found(v.picklist(['a', 'b'], 'link'), 7)[0]).toMatchObject({
    rule: 'link',
    message: expect.stringMatching(/^holds/),
  });
  expect(found(v.number('type'), 'x')[0]?.message).toBe('has the wrong type');
});
