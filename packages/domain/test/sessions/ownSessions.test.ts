import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { sessionIdOf } from '../../src/sessions/userSessions.ts';
import { failing, type Step } from '../support/intercept.ts';
import { emailOf, openWorld, PASSWORD, refusal, register, tally, type World } from '../support/world.ts';

const { Session_not_found, Forbidden, Not_found } = Responses.User;
const { Unauthorized, Invalid_data } = Responses.General;
const MINUTE = 60_000;

const FIREFOX = { client: 'Firefox, Linux', address: '192.0.2.77' };
const PHONE = { client: 'Safari, iOS', address: '2001:db8:1:2::3' };

async function logInFrom({ service }: World, from: object, name = 'ada') {
  const { token } = await service.login({ email: emailOf(name), password: PASSWORD }, from);
  return { token, caller: { ...(await service.authenticate(token)), ...from } };
}

/** Ada, logged in by a browser, and a minute later by a phone. */
async function scene(world = openWorld()) {
  await register(world, 'ada');
  const browser = await logInFrom(world, FIREFOX);
  world.clock.advance(MINUTE);
  const phone = await logInFrom(world, PHONE);
  const list = () => world.service.listSessions(1, phone.caller);
  return { ...world, world, browser, phone, list };
}

const idsOf = (sessions: readonly { readonly sessionId: string }[]) => sessions.map(({ sessionId }) => sessionId);

describe('the list of sessions', () => {
  it('has the valid ones, the last used first, and says which one asks', async () => {
    const { list, clock, service, browser, phone } = await scene();
    const [start, DAY] = [clock.now() - MINUTE, 86_400_000];
    const ofPhone = { dateCreation: clock.now(), dateUtilisation: clock.now(), dateExpiration: clock.now() + 2 * DAY };
    const ofBrowser = { dateCreation: start, dateUtilisation: start, dateExpiration: start + 2 * DAY };
    const sessionId = expect.stringMatching(/^[0-9a-f]{32}$/);
    expect(await list()).toEqual([
      { sessionId, ...ofPhone, client: 'Safari, iOS', address: '2001:db8:1::/48', isCurrent: true },
      { sessionId, ...ofBrowser, client: 'Firefox, Linux', address: '192.0.2.0/24', isCurrent: false },
    ]);
    clock.advance(10 * MINUTE);
    await service.listSessions(1, { ...browser.caller, ...(await service.authenticate(browser.token)) });
    expect((await list()).map(({ client }) => client)).toEqual(['Firefox, Linux', 'Safari, iOS']);
    clock.advance(2 * DAY - 1);
    const asking = await service.authenticate(browser.token);
    expect((await service.listSessions(1, asking)).map(({ client }) => client)).toEqual(['Firefox, Linux']);
    expect(await refusal(service.authenticate(phone.token))).toBe(Unauthorized);
  });

  it('tells nothing of the tokens, and gives each session another id, the same each time', async () => {
    const { list, data, browser, phone } = await scene();
    const shown = JSON.stringify(await list());
    for (const digest of data.sessions.keys()) {
      expect(shown).not.toContain(digest.slice(0, 8));
      expect(shown).toContain(await sessionIdOf(digest));
    }
    for (const { token } of [browser, phone]) expect(shown).not.toContain(token);
    expect(new Set(idsOf(await list())).size).toBe(2);
    expect(JSON.stringify(await list())).toBe(shown);
    expect(await sessionIdOf('digest')).toBe('18f47b2f68d8ea4ea67b947df5b6839a');
  });

  it('has a use of the session that asks which could not be recorded', async () => {
    const { ports, clock, phone } = await scene();
    const { service } = openWorld({ replace: ports, step: failing('sessionStore.touch') });
    clock.advance(10 * MINUTE);
    const asking = await service.authenticate(phone.token);
    const [first] = await service.listSessions(1, asking);
    expect(first).toMatchObject({ isCurrent: true, dateUtilisation: clock.now() });
  });

  it('leaves out damaged sessions and those of an older password', async () => {
    const { list, data, ports } = await scene();
    const [first] = [...data.sessions.values()];
    if (first === undefined) throw new Error('nobody is logged in');
    await ports.sessionStore.insert({ ...first, digest: 'damaged', dateUtilisation: -1 });
    data.sessions.set(first.digest, { ...first, credentialsVersion: 7 });
    expect((await list()).map(({ client }) => client)).toEqual(['Safari, iOS']);
  });
});

describe('the end of a session', () => {
  it('ends this one only, at once, and once', async () => {
    const { service, list, browser, phone, ports } = await scene();
    const [own, other] = idsOf(await list());
    await service.endSession({ id: 1, sessionId: other }, { ...phone.caller, requestId: 'r1' });
    expect(await refusal(service.authenticate(browser.token))).toBe(Unauthorized);
    expect(ports.audit.events.at(-1)).toMatchObject({
      action: 'session.ended',
      actorId: 1,
      targetId: 1,
      requestId: 'r1',
    });
    expect(await refusal(service.endSession({ id: 1, sessionId: other }, phone.caller))).toBe(Session_not_found);
    await service.authenticate(phone.token);
    await service.endSession({ id: 1, sessionId: own }, phone.caller);
    expect(await refusal(service.authenticate(phone.token))).toBe(Unauthorized);
  });

  it('is refused for a session of another user, an unknown one, and what is no id', async () => {
    const { service, world, phone, list, data } = await scene();
    await register(world, 'grace');
    const grace = await logInFrom(world, FIREFOX, 'grace');
    const [hers] = idsOf(await service.listSessions(2, grace.caller));
    const [his] = idsOf(await list());
    const before = data.sessions.size;
    const end = (id: number, sessionId: unknown) => refusal(service.endSession({ id, sessionId }, phone.caller));
    expect(await end(1, hers)).toBe(Session_not_found);
    expect(await end(1, 'f'.repeat(32))).toBe(Session_not_found);
    expect(await end(2, hers)).toBe(Forbidden);
    expect(await end(2, his)).toBe(Forbidden);
    expect(await end(99, his)).toBe(Not_found);
    for (const wrong of ['', 'x', `${his}0`, his?.toUpperCase().replaceAll(/\d/g, 'A'), 7, null, undefined, {}]) {
      expect(await end(1, wrong)).toBe(Invalid_data);
    }
    expect(data.sessions.size).toBe(before);
  });

  it('succeeds for one of many at once', async () => {
    const { service, list, phone } = await scene();
    const [, sessionId] = idsOf(await list());
    const all = Array.from({ length: 10 }, () => service.endSession({ id: 1, sessionId }, phone.caller));
    expect(await tally(all)).toEqual({ resolved: 1, [Session_not_found]: 9 });
  });

  it('of all others ends also those that are above the bound, of a longer time or of a clock that was ahead', async () => {
    const { service, data, ports, phone } = await scene();
    const own = phone.caller.session;
    for (let count = 0; count < 1_100; count += 1)
      await ports.sessionStore.insert({ ...own, digest: `digest ${count}` });
    await ports.sessionStore.insert({ ...own, digest: 'ahead', dateUtilisation: own.dateExpiration });
    await service.endSessions({ id: 1 }, phone.caller);
    expect([...data.sessions.keys()]).toEqual([own.digest]);
  });

  it('of all others keeps the one that asks; of all does not', async () => {
    const { service, browser, phone, ports } = await scene();
    await service.endSessions({ id: 1 }, phone.caller);
    expect(await refusal(service.authenticate(browser.token))).toBe(Unauthorized);
    await service.authenticate(phone.token);
    await service.endSessions({ id: 1, which: { all: false } }, phone.caller);
    await service.authenticate(phone.token);
    await service.endSessions({ id: 1, which: { all: true } }, phone.caller);
    expect(await refusal(service.authenticate(phone.token))).toBe(Unauthorized);
    expect(ports.audit.events.at(-1)).toMatchObject({ action: 'sessions.ended', actorId: 1, targetId: 1 });
    expect(await refusal(service.endSessions({ id: 1, which: { all: 'true' } }, phone.caller))).toBe(Invalid_data);
  });

  it.each(['sessionStore.insert', 'users.findById'])(
    'of all others while another login is at its %s leaves a login that works, or none',
    async (method) => {
      let rival: (() => Promise<unknown>) | null = null;
      const step: Step = async (name, run) => {
        const first = name === method ? rival : null;
        if (first !== null) rival = null;
        await first?.();
        return run();
      };
      const { service, phone } = await scene(openWorld({ step }));
      rival = () => service.endSessions({ id: 1 }, phone.caller);
      const { token } = await service.login({ email: emailOf('ada'), password: PASSWORD });
      const isEnded = method === 'users.findById'; // its session was stored before the others were ended
      const ended = await refusal(service.authenticate(token).then(() => 'works'));
      expect(ended).toBe(isEnded ? Unauthorized : 'resolved to "works"');
      await service.authenticate(phone.token);
    },
  );
});

describe('the bound of sessions', () => {
  it('lets a login end the session that was idle longest', async () => {
    const { service, world, clock, browser, phone, data } = await scene(openWorld({ policy: { sessionsPerUser: 2 } }));
    clock.advance(10 * MINUTE);
    await service.authenticate(browser.token);
    clock.advance(MINUTE);
    const third = await logInFrom(world, {});
    expect(await refusal(service.authenticate(phone.token))).toBe(Unauthorized);
    await service.authenticate(browser.token);
    await service.authenticate(third.token);
    expect(data.sessions.size).toBe(2);
  });

  it('is 50 unless told, and for each user', async () => {
    const world = openWorld();
    for (const name of ['ada', 'grace']) await register(world, name);
    const grace = await logInFrom(world, {}, 'grace');
    const tokens: string[] = [];
    for (let count = 0; count < 52; count += 1) {
      world.clock.advance(1);
      tokens.push((await logInFrom(world, {})).token);
    }
    const works = (token: string) =>
      world.service.authenticate(token).then(
        () => true,
        () => false,
      );
    expect((await Promise.all(tokens.map(works))).lastIndexOf(false)).toBe(1);
    expect([world.data.sessions.size, await works(grace.token)]).toEqual([51, true]);
  });

  it('never ends the session of the login itself, also after the clock was ahead', async () => {
    const { service, world, clock, phone } = await scene(openWorld({ policy: { sessionsPerUser: 1 } }));
    clock.advance(-10 * MINUTE);
    const { token, caller } = await logInFrom(world, {});
    await service.authenticate(token);
    expect(await service.listSessions(1, caller)).toHaveLength(1);
    clock.advance(10 * MINUTE);
    await logInFrom(world, {});
    expect(await refusal(service.authenticate(phone.token)), 'valid again, and ended by the next login').toBe(
      Unauthorized,
    );
  });

  it('holds when as many sessions as may be are allowed, and more are in the store', async () => {
    const { service, world, data, ports, phone } = await scene(openWorld({ policy: { sessionsPerUser: 1_000 } }));
    const own = phone.caller.session;
    for (let count = 0; count < 1_010; count += 1)
      await ports.sessionStore.insert({ ...own, digest: `digest ${count}`, dateUtilisation: own.dateUtilisation - 1 });
    world.clock.advance(1);
    const { token } = await logInFrom(world, {});
    expect(data.sessions.size).toBe(1_000);
    for (const one of [token, phone.token]) await service.authenticate(one);
  });

  it('holds after logins at once', async () => {
    const { service, data } = await scene(openWorld({ policy: { sessionsPerUser: 3 } }));
    await Promise.all(Array.from({ length: 10 }, () => service.login({ email: emailOf('ada'), password: PASSWORD })));
    expect(data.sessions.size).toBeLessThanOrEqual(3);
    expect(data.sessions.size).toBeGreaterThan(0);
  });

  it('is kept by the next login where a crash prevented it, and its failure refuses no login', async () => {
    const { ports, world, data } = await scene();
    const policy = { sessionsPerUser: 1 };
    const broken = openWorld({
      replace: ports,
      policy,
      step: (name, run) => (name === 'sessionStore.listByUser' ? Promise.reject(new Error('planted')) : run()),
    });
    await logInFrom(broken, {});
    expect(broken.problems).toEqual(['end of the sessions that were idle longest']);
    expect(data.sessions.size).toBe(3);
    world.clock.advance(1);
    await logInFrom(openWorld({ replace: ports, policy }), {});
    expect(data.sessions.size).toBe(1);
  });
});
