import * as v from 'valibot';
import { expect, it } from 'vitest';
import { DomainError, Responses } from '../../src/index.ts';
import { fields, idInput } from '../../src/input.ts';

it('a field that cannot be read is of the wrong type, and its own error is the cause', () => {
  const cause = new Error('no value');
  const input = Object.defineProperty({}, 'nom', {
    enumerable: true,
    get() {
      throw cause;
    },
  });
  const read = () => fields(v.object({ nom: v.string() })).read(input);
  expect(read).toThrow(expect.objectContaining({ data: [expect.objectContaining({ path: '', rule: 'type' })], cause }));
});

it('an id that cannot be described, as a revoked proxy, has the wrong type', () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  for (const value of [proxy, '1']) {
    const read = () => idInput.read(value);
    expect(read).toThrow(DomainError);
    expect(read).toThrow(Responses.General.Invalid_data);
  }
});
