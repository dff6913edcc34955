import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAdministration, nameKey, type User } from '../../src/index.ts';
import { newUser } from '../../testkit/suites/samples.ts';
import type { Step } from '../support/intercept.ts';
import { intercept } from '../support/intercept.ts';
import { openWorld } from '../support/world.ts';

type Person = readonly [adresseMail: string, pseudo: string];

/** An administration of these people, and how many records its walks have looked at, of each call. */
async function opened(people: readonly Person[]) {
  const { ports, data } = openWorld();
  const users: User[] = [];
  for (const [adresseMail, pseudo] of people) users.push(await ports.users.insert(newUser({ adresseMail, pseudo })));
  const looked: number[] = [];
  const step: Step = async (name, run) => {
    const result = await run();
    if (name === 'users.walk') looked.push((result as { readonly users: readonly unknown[] }).users.length);
    return result;
  };
  return { users, data, looked, accounts: createAdministration(intercept(ports, step)) };
}
type Scene = Awaited<ReturnType<typeof opened>>;

async function allPages({ accounts }: Scene, start: string, limit: number): Promise<readonly number[]> {
  const found: number[] = [];
  for (let after: number | string | undefined; ; ) {
    const page = await accounts.listAccounts({ start, limit, ...(after !== undefined && { after }) });
    expect(page.accounts.length).toBeLessThanOrEqual(limit);
    found.push(...page.accounts.map(({ id }) => id));
    if (page.next === null) return found;
    after = page.next;
  }
}

const word = fc.string({
  unit: fc.constantFrom('a', 'B', 'é', 'e\u0301', 'œ', '\u{1f600}', '.'),
  minLength: 3,
  maxLength: 5,
});
const people = fc.uniqueArray(
  fc.tuple(
    word.map((local) => `${local}@example.org`),
    word,
  ),
  {
    selector: ([adresseMail]) => adresseMail,
    maxLength: 12,
  },
);

const many = (count: number, make: (at: string) => Person): Person[] =>
  Array.from({ length: count }, (_, at) => make(String(at).padStart(4, '0')));

describe('a list of accounts by the start of address or name', () => {
  it('has each account once that a look at every one finds', async () => {
    const start = fc.string({ unit: fc.constantFrom('a', 'b', 'É', 'oe', '.'), minLength: 1, maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(people, start, fc.integer({ min: 1, max: 4 }), async (of, text, limit) => {
        const scene = await opened(of);
        const key = nameKey(text);
        const wanted = scene.users.filter((user) =>
          [user.adresseMail, user.pseudo].some((one) => nameKey(one).startsWith(key)),
        );
        const found = await allPages(scene, text, limit);
        expect(found.toSorted((one, other) => one - other)).toEqual(wanted.map(({ id }) => id));
      }),
    );
  });

  it('looks at no more than ten times its limit of records for a page, whatever it finds', async () => {
    const scene = await opened([
      ...many(60, (at) => [`ada${at}@example.org`, `Ada ${at}`]),
      ['zoe@example.org', 'Ada Z'],
    ]);
    const { accounts, looked } = scene;
    const first = await accounts.listAccounts({ start: 'ada', limit: 60 });
    looked.length = 0;
    const short = await accounts.listAccounts({ start: 'ada', limit: 5, after: first.next ?? '' });
    expect([short.accounts.length, looked]).toEqual([0, Array(10).fill(5)]);
    expect(await allPages(scene, 'ada', 5)).toEqual(scene.users.map(({ id }) => id));
  });

  it('names an account that is damaged once, though it is found by address and name', async () => {
    const { accounts, data, users } = await opened([
      ['ada@example.org', 'Ada'],
      ['adam@example.org', 'Adam'],
    ]);
    data.damage({ place: 'users', id: 1, field: 'urlPfp' });
    const page = await accounts.listAccounts({ start: 'ad' });
    expect(page).toMatchObject({ accounts: [{ id: users[1]?.id }], damaged: ['1'], next: null });
  });
});
