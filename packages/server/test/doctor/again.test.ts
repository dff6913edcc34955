import type { FormerAlgo, PortableRows, ReadPorts } from '@algotheque/domain';
import { expect, it } from 'vitest';
import { checkAlgos, checkBin, checkHistory } from '../../src/doctor/algos.ts';
import type { Finding } from '../../src/doctor/codes.ts';
import { Known, type Look } from '../../src/doctor/look.ts';
import { checkUsers } from '../../src/doctor/users.ts';
import { algo, deleted } from '../backup/support/listed.ts';

type User = PortableRows['user'];

/** A look at rows that were read one after the other, beside a server. */
function lookAt(rows: { readonly [Kind in keyof PortableRows]?: readonly PortableRows[Kind][] }): Look {
  const known = new Known();
  known.users.set(1, { credentialsVersion: 1 });
  const portable = {
    async *exportRows(kind: keyof PortableRows) {
      yield rows[kind] ?? [];
    },
  };
  const content = { read: async () => null };
  return { known, portable, content, sizes: null, emailCase: 'exact', reach() {} } as unknown as Look; // what these checks use of it
}

/** The codes of what is still wrong at the second look. The ports have what is there then. */
async function leftOf(ports: object, ...checks: readonly AsyncIterable<Finding>[]): Promise<string[]> {
  const left: string[] = [];
  for (const check of checks)
    for await (const { code, isStill } of check) if ((await isStill?.(ports as ReadPorts)) !== false) left.push(code);
  return left;
}

const user = (id: number, adresseMail: string, isDeleted = false): User =>
  ({ id, adresseMail, emailChange: { former: [] }, credentialsVersion: 1, deleted: isDeleted }) as unknown as User; // what is read of it

it.each([
  ['a user who has another address now', [user(1, 'b'), user(2, 'a')], []],
  ['a user who is not there any more', [user(2, 'a')], []],
  ['two users who have one address still', [user(1, 'a'), user(2, 'a')], ['email-twice']],
])('of %s, whose address another user has', async (_what, now, expected) => {
  const users = { findById: async (id: number) => now.find((one) => one.id === id) ?? null };
  expect(await leftOf({ users }, checkUsers(lookAt({ user: [user(1, 'a'), user(2, 'a')] })))).toEqual(expected);
});

it.each([
  ['was restored between the two reads', [algo(1, 2), algo(1, 2)], null, []],
  ['was deleted and restored while it is looked at again', [algo(1, 2), algo(1, 4)], deleted(1, 3), []],
  ['is a record and in the bin', [algo(1, 2), algo(1, 2)], deleted(1, 1), ['bin-and-record']],
])('of an algorithm that %s', async (_what, records, binned, expected) => {
  const left = [...records];
  const ports = { algos: { findById: async () => left.shift() ?? null }, bin: { find: async () => binned } };
  const look = lookAt({ deleted: [deleted(1, 1)], algo: [algo(1, 2)] });
  expect(await leftOf(ports, checkBin(look), checkAlgos(look))).toEqual(expected);
});

it.each([
  [null, []],
  [1, ['history-damaged']],
])('of a former version without its content; the id of its algorithm now: %s', async (id, expected) => {
  const ports = { history: { idOf: async () => id } };
  expect(await leftOf(ports, checkHistory(lookAt({ former: [algo(1) as unknown as FormerAlgo] })))).toEqual(expected);
});
