import { describe, expect, it } from 'vitest';
import { statusAndMessage } from './api.ts';
import type { World } from './fixture.ts';
import { once } from './once.ts';
import { newPerson, type Person } from './people.ts';

interface Draft {
  readonly method: string;
  readonly path: string;
  readonly token: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The answer to a request with this fault alone. */
type Fault = readonly [answer: string, spoilt: (draft: Draft) => Partial<Draft>];

const typed =
  (type: string): Fault[1] =>
  ({ headers }) => ({ headers: { ...headers, 'Content-Type': type } });

const FRAME: readonly Fault[] = [
  ['404 General.Not_found', ({ path }) => ({ path: `${path}/no/thing` })],
  ['405 General.Method_not_allowed', ({ method }) => ({ method: method === 'POST' ? 'PATCH' : 'POST' })],
  ['401 General.Unauthorized', () => ({ token: undefined })],
  ['415 General.Unsupported_media_type', typed('text/plain')],
  ['413 General.Payload_too_large', ({ body }) => ({ body: body + ' '.repeat(1_048_577) })],
  ['400 General.Malformed_json', ({ body }) => ({ body: `${body}}` })],
  ['400 General.Missing_data', () => ({ body: '{}' })],
];
const OF_CHANGE: readonly Fault[] = [
  ...FRAME.slice(0, -1),
  ['400 General.Invalid_data', ({ path }) => ({ path: path.replace(/\d+/, 'abc') })],
  ...FRAME.slice(-1),
];

/** One request for each way to read a body, and one with an id. What comes after them is tested with the domain. */
const REQUESTS: readonly (readonly [string, readonly Fault[], (person: Person) => object])[] = [
  [
    'POST /api/users/login',
    FRAME.filter(([answer]) => !answer.startsWith('401')),
    () => ({ email: 'x', password: 'x' }),
  ],
  [
    'POST /api/users/confirm',
    FRAME.filter(([answer]) => !answer.startsWith('401')),
    () => ({ email: 'a@example.org' }),
  ],
  ['POST /api/algos', FRAME, ({ id }) => ({ ownerId: id, nom: 'Created', sourceCode: {} })],
  ['PUT /api/algos/77', OF_CHANGE, () => ({ nom: 'Changed', sourceCode: {} })],
];

export function order({ api }: World): void {
  const actor = once(() => newPerson(api)); // a request with a fault changes nothing

  describe.each(REQUESTS)('the order of checks of %s', (request, faults, bodyOf) => {
    const pairs = faults.flatMap((first, index) =>
      faults.slice(index + 1).map((second) => ({ before: first[0], after: second[0], first, second })),
    );
    it.each(pairs)('$before comes before $after', async ({ before, first, second }) => {
      const person = await actor();
      const [method = '', path = ''] = request.split(' ');
      const headers = { 'Content-Type': 'application/json' };
      const good: Draft = { method, path, token: person.token, headers, body: JSON.stringify(bodyOf(person)) };
      // The fault that must win is applied last, because both may change the same part of the request.
      const spoilt = { ...good, ...second[1](good) };
      const { method: sent, path: to, ...call } = { ...spoilt, ...first[1](spoilt) };
      expect(statusAndMessage(await api.call(`${sent} ${to}`, call))).toBe(before);
    });
  });
}
