import { describe, expect, it } from 'vitest';
import { type AuthenticatedCaller, changedUser, Responses } from '../src/index.ts';
import { dueOf } from '../testkit/suites/samples.ts';
import { confirmedMember, crashed, openShares, share, shareMails } from './shares/sharing.ts';
import { emailOf, logIn, openWithAda, openWorld, PASSWORD, refusal, register, type World } from './support/world.ts';

const { Unauthorized, Too_many_requests } = Responses.General;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const AHEAD = 730 * DAY;
const ADDRESS = '192.0.2.7';

/** A world in which something was done while the clock was two years ahead. Then the clock was set back. */
async function afterwards<Done>(work: (world: World) => Promise<Done>) {
  const world = openWorld();
  world.clock.advance(AHEAD);
  const done = await work(world);
  world.clock.advance(-AHEAD);
  return { ...world, world, done };
}

const listing =
  ({ service }: World) =>
  (caller: AuthenticatedCaller) =>
    service.listSessions(1, caller);

const loggedIn = async (world: World) => {
  await register(world, 'ada');
  return logIn(world, 'ada');
};

describe('after the clock was two years ahead', () => {
  it('a session of that time is not valid, and its user logs in again', async () => {
    const { service, world, done } = await afterwards(loggedIn);
    expect(await refusal(service.authenticate(done.token))).toBe(Unauthorized);
    const again = await logIn(world, 'ada');
    expect(await listing(world)(again.caller)).toHaveLength(1);
  });

  it('a session that was used at that time is not valid, one that was not used goes on', async () => {
    const world = openWorld();
    await register(world, 'ada');
    const [used, unused] = [await logIn(world, 'ada'), await logIn(world, 'ada')];
    world.clock.advance(40 * HOUR);
    await world.service.authenticate(used.token);
    world.clock.advance(-39 * HOUR);
    expect(await refusal(world.service.authenticate(used.token))).toBe(Unauthorized);
    const caller = await world.service.authenticate(unused.token);
    expect(await listing(world)(caller)).toHaveLength(1);
  });

  it.each([
    [HOUR, 'valid'],
    [HOUR + 1, 'not valid'],
  ])('by %i ms, a session of that time is %s', async (ms, expected) => {
    const world = openWorld();
    const { token } = await loggedIn(world);
    world.clock.advance(-ms);
    const found = await refusal(world.service.authenticate(token).then(() => 'valid'));
    expect(found).toBe(expected === 'valid' ? 'resolved to "valid"' : Unauthorized);
  });

  it('a confirmation mail that is due since that time is sent by the next round', async () => {
    const { service, ports, done } = await afterwards(async (world) => {
      const { id } = await register(world, 'ada');
      await world.ports.users.change(id, (now) =>
        changedUser(now, 1, {
          due: [dueOf('confirmation', { date: world.clock.now(), locale: 'fr' })],
        }),
      );
      return { id, sent: world.ports.mailer.sent.length };
    });
    await service.resumeWork();
    expect(ports.mailer.sent.slice(done.sent)).toMatchObject([{ recipient: { id: done.id, locale: 'fr' } }]);
    expect((await ports.users.findById(done.id))?.due).toEqual([]);
  });

  it('a deletion that began at that time is finished, and its entry is removed ten minutes from now', async () => {
    const { service, clock, ports, data } = await afterwards(async (world) => {
      const { id } = await register(world, 'ada');
      await world.ports.deletions.add({ userId: id, date: world.clock.now() });
      await world.ports.users.markDeleted(id); // and a crash
    });
    await service.resumeWork();
    expect(data.users.size).toBe(0);
    expect(await ports.deletions.list()).toEqual([{ userId: 1, date: clock.now() }]);
    clock.advance(10 * MINUTE);
    await service.resumeWork();
    expect(await ports.deletions.list()).toEqual([]);
  });

  it.each([
    ['former versions and the bin of that time stay until they end by its dates', AHEAD, 31 * DAY],
    ['a server whose clock is far behind removes nothing of the bin and the history', 0, AHEAD],
  ])('%s', async (_what, before, after) => {
    const { world, ada } = await openWithAda({ policy: { limits: null } });
    await world.service.createAlgo({ ownerId: 1, nom: 'Euclid', sourceCode: {} }, ada);
    world.clock.advance(before);
    await world.service.patchAlgo({ id: 1, changes: { sourceCode: { n: 1 } } }, ada);
    await world.service.deleteAlgo({ id: 1 }, ada);
    for (const change of [-AHEAD, after]) {
      world.clock.advance(change);
      await world.service.resumeWork();
    }
    await world.service.restoreAlgo({ id: 1 }, ada);
    expect((await world.service.listVersions({ id: 1 }, ada)).versions).toHaveLength(1);
  });

  it('mails about shares that are due since that time go out with the next round', async () => {
    for (const ahead of [AHEAD, 20 * DAY]) {
      const { world, owner } = await openShares();
      await confirmedMember(world, 'bob');
      world.clock.advance(ahead);
      for (const person of [2, 'cleo']) await share({ world: crashed(world), owner }, person);
      world.clock.advance(-ahead);
      await world.service.resumeWork();
      expect(shareMails(world)).toEqual([`algo_shared ${emailOf('bob')} en`, `share_invitation ${emailOf('cleo')} en`]);
    }
  });

  it('failed logins of that time lock a client out for their window at most', async () => {
    const { service, clock } = await afterwards(async (world) => {
      await register(world, 'ada');
      const wrong = { email: emailOf('ada'), password: 'wrong password' };
      for (let turn = 0; turn < 10; turn += 1) await refusal(world.service.login(wrong, { address: ADDRESS }));
    });
    const right = { email: emailOf('ada'), password: PASSWORD };
    expect(await refusal(service.login(right, { address: ADDRESS }))).toBe(Too_many_requests);
    clock.advance(MINUTE);
    await service.login(right, { address: ADDRESS });
  });

  it('an address that was known at that time stays known for 30 days', async () => {
    const { service, ports, clock } = await afterwards(loggedIn);
    const known = `known:1:1:${ADDRESS}`;
    await refusal(service.login({ email: emailOf('ada'), password: 'wrong password' }, { address: ADDRESS }));
    expect(await ports.limiter.remembers(known, clock.now(), 30 * DAY)).toBe(true);
    clock.advance(30 * DAY);
    expect(await ports.limiter.remembers(known, clock.now(), 30 * DAY)).toBe(false);
  });

  it('a link of that time is not valid', async () => {
    const { service, done } = await afterwards(async (world) => {
      await register(world, 'ada');
      return world.ports.mailer.sent.map(({ mail }) => ('token' in mail ? mail.token : ''));
    });
    for (const token of done) expect(await refusal(service.confirmUser(token))).toBe(Responses.User.Invalid_token);
    expect(done).toHaveLength(1);
  });
});
