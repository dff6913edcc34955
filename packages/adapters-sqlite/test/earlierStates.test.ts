import { readFileSync } from 'node:fs';
import { type Due, EmailTakenError } from '@algotheque/domain';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteStore, type SqliteStore } from '../src/index.ts';
import { migrate } from '../src/schema/bringUp.ts';
import { MIGRATIONS } from '../src/schema/migrations.ts';
import { connectionTo } from './support/connectionTo.ts';
import { onRawFile } from './support/rawFile.ts';
import { scratchPath } from './support/scratch.ts';

/** What the adapter of an earlier commit, which the name of the file says, has written: the rows as they are in the file. */
interface EarlierState {
  readonly version: number;
  readonly users: readonly Readonly<Record<string, string | number | null>>[];
  readonly emailCase: readonly { readonly mode: string }[];
  readonly lastUser: number;
}

const DATE = 1_780_000_000_000;
const ALL = { before: DATE + 1_000_000, limit: 100 };
const due = (kind: Due['kind'], version: number, of: Partial<Due>) => ({ kind, version, adresseMail: null, ...of });

const FIRST_DUE = { Bob: [due('confirmation', 1, { date: DATE + 5, locale: 'fr' })] };
const SECOND_DUE = {
  ...FIRST_DUE,
  Carol: [due('withdrawal', 2, { date: DATE + 7, locale: 'en' }), due('notice', 2, { date: DATE + 9, locale: 'en' })],
  Dave: [due('notice', 1, { date: DATE + 3, locale: 'fr' })],
};
const changed = (version: number, date: number, adresseMail: string) =>
  due('changed', version, { date: DATE + date, locale: 'fr', adresseMail });
const EARLIER_DUE = { Ada: [changed(2, 21, 'Ada@Example.org'), changed(4, 23, 'Ada.Two@example.org')], ...SECOND_DUE };
const LATER_DUE = { Ada: [changed(2_000, 1_021, 'Ada.Two@example.org')], ...SECOND_DUE };

describe.each([
  ['49c95ad', FIRST_DUE],
  ['04f8155', EARLIER_DUE],
  ['04f8155-folded', EARLIER_DUE],
  ['66193623', LATER_DUE],
  ['66193623-folded', LATER_DUE],
] as const)('a store that the commit %s has written', (name, expectedDue) => {
  const state: EarlierState = JSON.parse(readFileSync(new URL(`earlierStates/${name}.json`, import.meta.url), 'utf8'));
  const steps = MIGRATIONS.map((_, index) => index + 1).filter((version) => version >= state.version);

  it.each(steps)('is upgraded completely, also when the upgrade to version %i was made before', async (version) => {
    const store = openedAfter(state, version);
    const listed = await store.outbox.listDue(ALL);
    expect(Object.fromEntries(listed.map((user) => [user.pseudo, user.due]))).toEqual(expectedDue);
    await expectUsers(store, state);
  });
});

it('a row that somebody has edited past the checks is upgraded, as damaged as it was, and the others are whole', async () => {
  const state: EarlierState = JSON.parse(
    readFileSync(new URL('earlierStates/66193623-folded.json', import.meta.url), 'utf8'),
  );
  const edit =
    "PRAGMA ignore_check_constraints = ON; UPDATE users SET isVerified = 7, formerEmails = '[goldfinger' WHERE id = 1";
  const store = openedAfter(state, state.version, edit);
  await expect(store.users.findById(1)).rejects.toMatchObject({ name: 'DamagedError', field: 'isVerified' });
  expect(await store.users.findById(2)).toMatchObject({ pseudo: 'Bob' });
  const damaged: string[] = [];
  const listed = await store.outbox.listDue(ALL, ({ id }) => damaged.push(id));
  expect(listed.map(({ pseudo }) => pseudo)).toEqual(['Dave', 'Bob', 'Carol']);
  await store.users.dropOldEmails({ pendingBefore: DATE * 2, formerBefore: DATE * 2 });
});

/** Opens the state, whose schema a release of this version may have upgraded. */
function openedAfter(
  { version, users, emailCase, lastUser }: EarlierState,
  upgradedTo: number,
  edit = '',
): SqliteStore {
  const path = scratchPath();
  const connection = connectionTo(path);
  migrate(connection, MIGRATIONS.slice(0, version));
  onRawFile(path, (db) => {
    for (const user of users) {
      const columns = Object.keys(user);
      const places = columns.map((column) => `:${column}`);
      db.prepare(`INSERT INTO users (${columns.join(', ')}) VALUES (${places.join(', ')})`).run({ ...user });
    }
    db.prepare("UPDATE sqlite_sequence SET seq = ? WHERE name = 'users'").run(lastUser);
    for (const { mode } of emailCase) db.prepare('INSERT INTO emailCase VALUES (1, ?)').run(mode);
    db.exec(edit);
  });
  migrate(connection, MIGRATIONS.slice(0, upgradedTo));
  connection.close();
  const store = openSqliteStore(path, { onNotice: () => {} });
  onTestFinished(() => store.close());
  return store;
}

async function expectUsers({ users }: SqliteStore, state: EarlierState): Promise<void> {
  const isFolded = state.emailCase.some(({ mode }) => mode === 'folded');
  expect(users.emailCase).toBe(isFolded ? 'folded' : 'exact');
  for (const row of state.users) {
    const user = await users.findById(Number(row['id']));
    if (row['deleted'] === 1) {
      expect(user).toBeNull();
      continue;
    }
    const { adresseMail, mdpHash, pseudo, credentialsVersion } = row;
    expect(user).toMatchObject({
      adresseMail,
      mdpHash,
      pseudo,
      credentialsVersion,
      isVerified: row['isVerified'] === 1,
    });
    const found = await users.findByEmail(String(adresseMail).toLowerCase());
    expect(found?.id ?? null).toBe(isFolded ? row['id'] : null);
    expect((await users.findByEmail(String(adresseMail)))?.id).toBe(row['id']);
    for (const former of user?.emailChange.former ?? []) {
      expect(Object.keys(former)).toEqual(['adresseMail', 'isVerified', 'version', 'date']);
      expect((await users.findByFormerEmail(former.adresseMail))?.id).toBe(row['id']);
      const shouted = await users.findByFormerEmail(former.adresseMail.toUpperCase());
      expect(shouted?.id ?? null).toBe(isFolded ? row['id'] : null);
    }
  }
  const next = {
    mdpHash: 'h',
    pseudo: 'Next',
    dateInscription: 1,
    isVerified: true,
    urlPfp: null,
    locale: null,
    due: [],
  };
  expect((await users.insert({ ...next, adresseMail: 'next@example.org' })).id).toBe(state.lastUser + 1);
  for (const { adresseMail } of state.users) {
    await expect(users.insert({ ...next, adresseMail: String(adresseMail) })).rejects.toThrow(EmailTakenError);
  }
}
