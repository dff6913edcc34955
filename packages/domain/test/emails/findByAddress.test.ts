import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { findByAddress } from '../../src/emails/findByAddress.ts';
import { Responses, withVerified } from '../../src/index.ts';
import { confirmedMember, openShares, shareMails, sharesOf } from '../shares/sharing.ts';
import { openRegistered, openWorld, PASSWORD, refusal, register } from '../support/world.ts';

const { Invalid_credentials } = Responses.User;

/** Ada, user 1, has `ada@example.org`. */
async function withAda({ isConfirmed = true } = {}) {
  const world = openWorld({ policy: { limits: null } });
  const { service, ports } = world;
  await register(world, 'ada');
  if (isConfirmed) await ports.users.change(1, withVerified);
  const another = async (email: string) =>
    (await service.registerUser({ email, password: 'another one', pseudo: 'Eve' })).id;
  const login = (email: string, password = PASSWORD) => service.login({ email, password });
  const sentTo = () => ports.mailer.sent.at(-1)?.recipient.adresseMail;
  return { world, ...world, another, login, sentTo };
}

const WAYS = [
  'ada@example.org',
  'Ada@Example.org',
  'ADA@EXAMPLE.ORG',
  ' ada@example.org\u00a0',
  '\u200bADA@example.org\n',
];

describe('an address in another case, or with blanks around it', () => {
  it.each(WAYS)('is that of the account: %j', async (email) => {
    const { service, ports, login, sentTo } = await withAda();
    expect((await login(email)).utilisateur.id).toBe(1);
    await service.recoverPassword({ email });
    expect([ports.mailer.sent.at(-1)?.mail.kind, sentTo()]).toEqual(['recover', 'ada@example.org']);
    const open = await withAda({ isConfirmed: false });
    await open.service.resendConfirmation({ email });
    expect([open.ports.mailer.sent.length, open.sentTo()]).toEqual([2, 'ada@example.org']);
    const { world, owner } = await openShares();
    const bob = await confirmedMember(world, 'ada');
    await world.service.shareAlgo({ id: 1, share: { email, droits: 'Read' } }, owner);
    expect((await world.service.getAlgo({ id: 1 }, bob)).algo.droits).toBe('Read');
    expect(shareMails(world)).toEqual(['algo_shared ada@example.org en']);
  });

  it('is compared exactly by a registration', async () => {
    const { another } = await withAda();
    expect(await another('Ada@example.org')).toBe(2);
  });

  it('belongs to who has exactly it, then to the only confirmed account, and to none of two', async () => {
    const { another, login, ports } = await withAda();
    const second = await another('Ada@example.org');
    expect((await login('Ada@example.org', 'another one')).utilisateur.id).toBe(second);
    expect((await login('ADA@example.org')).utilisateur.id).toBe(1);
    await ports.users.change(second, withVerified);
    expect(await refusal(login('ADA@example.org'))).toBe(Invalid_credentials);
    for (const [email, password, id] of [
      ['ada@example.org', PASSWORD, 1],
      ['Ada@example.org', 'another one', second],
    ] as const) {
      expect((await login(email, password)).utilisateur.id).toBe(id);
    }
  });

  it('of an account that is not confirmed gets no share', async () => {
    const { world, owner } = await openShares();
    await register(world, 'bob');
    await world.service.shareAlgo({ id: 1, share: { email: 'Bob@example.org', droits: 'Read' } }, owner);
    expect(await sharesOf(world)).toEqual({ users: [], waiting: ['Bob@example.org'] });
  });
});

it('an address that an account has exactly is found after the read of others too, so that it takes as long as one that is unknown', async () => {
  const { users } = (await withAda()).ports;
  const others = Promise.withResolvers<null>();
  const ended: string[] = [];
  const reads = { findByEmail: (email: string) => users.findByEmail(email), findByMailbox: () => others.promise };
  const finding = ['ada@example.org', 'nobody@example.org'].map(async (email) => {
    const user = await findByAddress(reads, email);
    ended.push(email);
    return user?.id;
  });
  await setImmediate();
  expect(ended).toEqual([]);
  others.resolve(null);
  expect(await Promise.all(finding)).toEqual([1, undefined]);
});

it('a read of others that fails refuses nobody who has exactly the address', async () => {
  const { users } = (await withAda()).ports;
  const failure = new Error('The record of another account is damaged');
  const reads = {
    findByEmail: (email: string) => users.findByEmail(email),
    findByMailbox: () => Promise.reject(failure),
  };
  expect((await findByAddress(reads, 'ada@example.org'))?.id).toBe(1);
  await expect(findByAddress(reads, 'ADA@example.org')).rejects.toBe(failure);
});

it('guesses are counted for all ways to write an address together, known or not', async () => {
  for (const name of ['ada', 'nobody']) {
    const world = await openRegistered();
    const spelling = (index: number) =>
      [...`${name}@example.org`].map((c, at) => ((index >> at) & 1 ? c.toUpperCase() : c)).join('');
    const guess = (index: number) =>
      refusal(world.service.login({ email: spelling(index), password: 'wrong' }, { address: '192.0.2.7' }));
    for (let index = 0; index < 10; index += 1) expect(await guess(index)).toBe(Invalid_credentials);
    expect(await guess(10)).toBe(Responses.General.Too_many_requests);
  }
});
