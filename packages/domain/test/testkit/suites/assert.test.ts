import { AssertionError } from 'node:assert';
import { expect, it } from 'vitest';
import { equal, equalOneTrue, ok, present, rejects } from '../../../testkit/suites/assert.ts';

/** The error that a check throws. */
async function failureOf(check: () => unknown): Promise<unknown> {
  try {
    await check();
    return null;
  } catch (failure) {
    return failure;
  }
}

it.each([
  ['equal', () => equal({ id: 1 }, { id: 2 }), { id: 1 }, { id: 2 }],
  ['ok', () => ok([].length > 0, 'it is empty'), false, true],
  ['present', () => present(null, 'the user'), null, 'the user'],
  [
    'rejects, of a call that resolved',
    () => rejects(async () => 7, TypeError),
    'resolved to 7',
    'rejected with TypeError',
  ],
  [
    'rejects, of another error',
    () => rejects(() => Promise.reject(new RangeError('too far')), TypeError),
    'rejected with RangeError: too far',
    'rejected with TypeError',
  ],
  ['equalOneTrue', () => equalOneTrue([Promise.resolve(true), Promise.resolve(true)], 'delete'), 2, 1],
])(
  'a check of a suite that fails gives runners what they show as a difference: %s',
  async (_name, check, actual, expected) => {
    const failure = await failureOf(check);
    expect(failure).toBeInstanceOf(AssertionError);
    expect(failure).toMatchObject({ code: 'ERR_ASSERTION', actual, expected });
  },
);
