import { describe, expect, it } from 'vitest';
import { checkSource } from '../../src/content/sourceText.ts';
import { Responses } from '../../src/index.ts';

const accepts = () => ({ success: true }) as const;

describe('a source code', () => {
  it('that the validator refuses is refused with its result', async () => {
    const result = { success: false, issues: [{ path: '/a', rule: 'type', message: 'is wrong' }] } as const;
    await expect(checkSource(() => result, {})).rejects.toMatchObject({ code: Responses.Algo.Invalid, data: result });
  });

  it.each([
    ['undefined', undefined],
    ['a function', () => 1],
    ['a big integer', 1n],
  ])('that is no JSON is refused, whatever the validator says: %s', async (_, value) => {
    await expect(checkSource(accepts, value)).rejects.toMatchObject({
      code: Responses.Algo.Invalid,
      data: { success: false, issues: [{ path: '', rule: 'type', message: 'cannot be written as JSON' }] },
      cause: expect.any(TypeError),
    });
  });

  it('is kept as compact JSON', async () => {
    expect((await checkSource(accepts, { a: [1, 'é'] })).text()).toBe('{"a":[1,"é"]}');
  });
});
