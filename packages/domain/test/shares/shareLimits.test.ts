import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, Responses, withVerified } from '../../src/index.ts';
import { newUser } from '../../testkit/suites/samples.ts';
import { emailOf, member, refusal } from '../support/world.ts';
import { DAY, openShares, share, shareMails, sharesOf } from './sharing.ts';

const { Too_many_requests } = Responses.General;
const HOUR = 3_600_000;
const DONE = 'resolved to undefined';
const FIELDS = newUser();

const open = (fields: Partial<typeof DEFAULT_LIMITS> = {}) =>
  openShares({ policy: { limits: { ...DEFAULT_LIMITS, ...fields } } });

describe('shares of an owner who has not confirmed the own address', () => {
  /** The owner of a new account, with algorithms 2 and on, at this client address. */
  async function unconfirmed() {
    const { world } = await open();
    const owners = await Promise.all(['eve', 'mal', 'sam', 'tom', 'ulf'].map((name) => member(world, name)));
    for (const { user, ...caller } of owners)
      await world.service.createAlgo({ ownerId: user.id, nom: 'Euclid', sourceCode: {} }, { user, ...caller });
    const invite = (at: number, index: number, address = '192.0.2.7') => {
      const owner = owners[at];
      if (owner === undefined) throw new Error('no such owner');
      const share = { email: emailOf(`victim${index}`), droits: 'Read' };
      return refusal(world.service.shareAlgo({ id: owner.user.id, share }, { ...owner, address }));
    };
    return { world, invite };
  }

  it('with addresses are five a day, to one address or to many', async () => {
    const { world, invite } = await unconfirmed();
    for (let index = 0; index < 5; index += 1) expect(await invite(0, index)).toBe(DONE);
    expect(await invite(0, 5)).toBe(Too_many_requests);
    expect(await invite(0, 5, '198.51.100.7')).toBe(Too_many_requests);
    await world.ports.users.change(2, withVerified);
    world.clock.advance(DAY);
    expect(await invite(0, 5)).toBe(DONE);
  });

  it('with addresses are 20 a day from one client address together', async () => {
    const { invite } = await unconfirmed();
    for (let index = 0; index < 20; index += 1) expect(await invite(index % 4, index)).toBe(DONE);
    expect(await invite(4, 20)).toBe(Too_many_requests);
    expect(await invite(4, 20, '198.51.100.7')).toBe(DONE);
  });
});

it('rights that are given with a change to ten people who had none count as one share; what stays or ends counts nothing', async () => {
  const { world, owner } = await open({ share: { limit: 3, windowMs: HOUR } });
  for (let id = 2; id <= 42; id += 1) await world.ports.users.insert({ ...FIELDS, adresseMail: emailOf(`user${id}`) });
  const give = (first: number, last: number) => {
    const permsAlgorithme = Array.from({ length: last - first + 1 }, (_, at) => ({
      idUtilisateur: first + at,
      droits: 'Read' as const,
    }));
    return refusal(world.service.patchAlgo({ id: 1, changes: { permsAlgorithme } }, owner));
  };
  for (let times = 0; times < 9; times += 1) expect(await give(2, 11)).toContain('resolved');
  expect(await give(2, 6)).toContain('resolved');
  expect(await give(2, 26)).toContain('resolved'); // 20 more
  expect(await give(2, 27)).toBe(Too_many_requests);
  expect((await sharesOf(world)).users).toHaveLength(25);
  world.clock.advance(HOUR);
  expect(await give(2, 31)).toContain('resolved');
});

describe('shares', () => {
  it('are 100 an hour of one user', async () => {
    const { world, owner } = await open();
    const from = (index: number) => ({ world, owner: { ...owner, address: `198.51.100.${index % 20}` } });
    for (let index = 0; index < 100; index += 1) await share(from(index), 'bob');
    expect(await refusal(share(from(100), 'bob'))).toBe(Too_many_requests);
    expect(world.ports.audit.events.at(-1)).toMatchObject({ action: 'limit.refused', limit: 'share', targetId: 1 });
    expect(await sharesOf(world)).toEqual({ users: [], waiting: [emailOf('bob')] });
    world.clock.advance(HOUR);
    expect(await refusal(share(from(100), 'bob'))).toBe(DONE);
  });

  it('send 20 mails a day to one address, in silence', async () => {
    const { world, owner } = await open();
    const bob = emailOf('bob').toUpperCase();
    for (let id = 2; id <= 22; id += 1) {
      await world.service.createAlgo({ ownerId: 1, nom: 'Euclid', sourceCode: {} }, owner);
      const email = id % 2 === 0 ? bob : emailOf('bob');
      await world.service.shareAlgo({ id, share: { email, droits: 'Read' } }, owner);
    }
    await share({ world, owner }, 'cleo');
    expect(shareMails(world).filter((mail) => mail.toLowerCase().includes(emailOf('bob')))).toHaveLength(20);
    expect(shareMails(world).at(-1)).toBe(`share_invitation ${emailOf('cleo')} en`);
    expect((await sharesOf(world, 22)).waiting).toHaveLength(1);
    world.clock.advance(DAY);
    await world.service.resumeWork();
    expect(shareMails(world)).toHaveLength(21);
  });

  it('of all owners together who have not confirmed their own address send 20 mails a day to one address', async () => {
    const { world } = await open();
    for (let index = 0; index < 21; index += 1) {
      const caller = { ...(await member(world, `owner${index}`)), address: `198.51.100.${index}` };
      await world.service.createAlgo({ ownerId: caller.user.id, nom: 'Euclid', sourceCode: {} }, caller);
      await world.service.shareAlgo({ id: index + 2, share: { email: emailOf('bob'), droits: 'Read' } }, caller);
      world.clock.advance(HOUR); // registrations are limited, too
    }
    expect(shareMails(world)).toHaveLength(20);
  });
});
