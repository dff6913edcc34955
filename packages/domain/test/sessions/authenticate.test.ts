import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { failing, noting, type Step } from '../support/intercept.ts';
import { logIn, openWorld, refusal, register, type WorldOptions } from '../support/world.ts';

const { Unauthorized, Unavailable } = Responses.General;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

async function loggedIn(options?: WorldOptions) {
  const world = openWorld(options);
  await register(world, 'ada');
  return { ...world, world, ...(await logIn(world, 'ada')) };
}

describe('a session', () => {
  it('gives its user and itself', async () => {
    const { service, ports, token } = await loggedIn();
    const { user, session } = await service.authenticate(token);
    expect(user).toEqual(await ports.users.findById(1));
    expect(session).toMatchObject({ userId: 1, digest: ports.accessTokens.digest(token) });
  });

  it('reads its user beside itself once the server has seen it, and both each time', async () => {
    const waiting: string[] = [];
    const gate = Promise.withResolvers<void>();
    const step: Step = (name, run) => {
      waiting.push(name);
      return gate.promise.then(run);
    };
    const { ports, token } = await loggedIn();
    const { service } = openWorld({ replace: ports, step });
    const first = service.authenticate(token);
    expect(waiting).toEqual(['sessionStore.find']);
    gate.resolve();
    await first;
    waiting.length = 0;
    const second = service.authenticate(token);
    expect(waiting).toEqual(['sessionStore.find', 'users.findById']);
    expect(await second).toEqual(await first);
    await ports.users.markDeleted(1);
    expect(await refusal(service.authenticate(token))).toBe(Unauthorized);
  });

  it('ends when it is not used for 48 hours', async () => {
    const { service, clock, token } = await loggedIn();
    clock.advance(48 * HOUR - 1);
    await service.authenticate(token);
    clock.advance(48 * HOUR);
    expect(await refusal(service.authenticate(token))).toBe(Unauthorized);
  });

  it('that is never used ends at the exact millisecond', async () => {
    const { service, clock, token } = await loggedIn();
    clock.advance(48 * HOUR);
    expect(await refusal(service.authenticate(token))).toBe(Unauthorized);
  });

  it('ends 30 days after login, also when it is used', async () => {
    const { service, clock, token } = await loggedIn();
    const start = clock.now();
    for (let hours = 1; hours < 30 * 24; hours += 1) {
      clock.advance(HOUR);
      expect((await service.authenticate(token)).session.dateExpiration).toBeLessThanOrEqual(start + 30 * DAY);
    }
    clock.advance(HOUR - 1);
    await service.authenticate(token);
    clock.advance(1);
    expect(await refusal(service.authenticate(token))).toBe(Unauthorized);
  });

  it('has the lifetime of the policy', async () => {
    const { service, clock, token } = await loggedIn({
      policy: { tokenIdleMs: 10 * HOUR, tokenAbsoluteMs: 15 * HOUR },
    });
    clock.advance(9 * HOUR);
    await service.authenticate(token);
    clock.advance(6 * HOUR - 1);
    await service.authenticate(token);
    clock.advance(1);
    expect(await refusal(service.authenticate(token))).toBe(Unauthorized);
  });

  it('ends at the absolute end if this is before the idle end', async () => {
    const { service, clock, token } = await loggedIn({ policy: { tokenAbsoluteMs: HOUR } });
    clock.advance(HOUR);
    expect(await refusal(service.authenticate(token))).toBe(Unauthorized);
  });
});

describe('the use of a session', () => {
  it('is written at most once in five minutes', async () => {
    const calls: string[] = [];
    const { service, clock, token } = await loggedIn({ step: noting(calls) });
    for (let minutes = 0; minutes < 10 * 60; minutes += 1) {
      clock.advance(60_000);
      await service.authenticate(token);
    }
    expect(calls.filter((call) => call === 'sessionStore.touch')).toHaveLength(120);
  });

  it('is recorded behind the answer, once however many requests come meanwhile', async () => {
    const { ports, clock, token, data } = await loggedIn();
    const written = Promise.withResolvers<void>();
    const calls: string[] = [];
    const step: Step = async (name, run) => {
      calls.push(name);
      if (name === 'sessionStore.touch') await written.promise;
      return run();
    };
    const { service } = openWorld({ replace: ports, step, endsWithAnswer: true });
    clock.advance(5 * MINUTE);
    const before = [...data.sessions.values()];
    for (let request = 0; request < 3; request += 1) {
      expect((await service.authenticate(token)).session.dateUtilisation).toBe(clock.now());
    }
    expect([...data.sessions.values()]).toEqual(before);
    written.resolve();
    await service.settled();
    expect(calls.filter((call) => call === 'sessionStore.touch')).toHaveLength(1);
    expect([...data.sessions.values()]).toMatchObject([{ dateUtilisation: clock.now() }]);
  });

  it('is finished before the service is closed', async () => {
    const { ports, clock, token, data } = await loggedIn();
    const { service } = openWorld({ replace: ports, endsWithAnswer: true });
    clock.advance(5 * MINUTE);
    await service.authenticate(token);
    await service.close();
    expect([...data.sessions.values()]).toMatchObject([{ dateUtilisation: clock.now() }]);
  });

  it('does not bring back a session that is ended meanwhile', async () => {
    const { ports, clock, token, data } = await loggedIn();
    const written = Promise.withResolvers<void>();
    const step: Step = (name, run) => (name === 'sessionStore.touch' ? written.promise.then(run) : run());
    const { service } = openWorld({ replace: ports, step, endsWithAnswer: true });
    clock.advance(5 * MINUTE);
    const caller = await service.authenticate(token);
    await service.endSessions({ id: 1, which: { all: true } }, caller);
    written.resolve();
    await service.settled();
    expect(data.sessions.size).toBe(0);
    expect(await refusal(service.authenticate(token))).toBe(Unauthorized);
  });

  it('extends it, also with a short idle time', async () => {
    const { service, clock, token } = await loggedIn({ policy: { tokenIdleMs: 4 * MINUTE } });
    for (let minutes = 0; minutes < 60; minutes += 1) {
      clock.advance(MINUTE);
      await service.authenticate(token);
    }
    clock.advance(4 * MINUTE);
    expect(await refusal(service.authenticate(token))).toBe(Unauthorized);
  });

  it('moves the idle end', async () => {
    const { service, clock, token, data } = await loggedIn();
    clock.advance(HOUR);
    const { session } = await service.authenticate(token);
    expect(session).toMatchObject({ dateUtilisation: clock.now(), dateExpiration: clock.now() + 48 * HOUR });
    expect([...data.sessions.values()]).toEqual([session]);
  });
});

describe('a use that cannot be recorded', () => {
  it('is reported once a minute, refuses no request, and is recorded when the store works again', async () => {
    const { ports, clock, token, data } = await loggedIn();
    const before = [...data.sessions.values()];
    const full = openWorld({ replace: ports, step: failing('sessionStore.touch') });
    clock.advance(HOUR);
    for (let request = 0; request < 3; request += 1) {
      expect((await full.service.authenticate(token)).user.id).toBe(1);
    }
    expect(full.problems).toEqual(['use of an access token']);
    clock.advance(MINUTE);
    await full.service.authenticate(token);
    expect(full.problems).toHaveLength(2);
    expect([...data.sessions.values()]).toEqual(before);
    const mended = openWorld({ replace: ports });
    expect((await mended.service.authenticate(token)).session.dateUtilisation).toBe(clock.now());
  });

  it('is reported, too, if the store fails by a bug', async () => {
    const { ports, clock, token } = await loggedIn();
    const problem = new Error('not out of reach');
    const step: Step = (name, run) => (name === 'sessionStore.touch' ? Promise.reject(problem) : run());
    const broken = openWorld({ replace: ports, step });
    clock.advance(HOUR);
    await broken.service.authenticate(token);
    expect(broken.problems).toEqual(['use of an access token']);
  });
});

describe('an invalid token', () => {
  it('is refused without a read of the store if its form is wrong', async () => {
    const calls: string[] = [];
    const { service } = openWorld({ step: noting(calls) });
    const garbage: unknown[] = ['', 'x', 'Bearer x', 'x'.repeat(10_000), undefined, null, 1, {}, [], { $ne: '' }];
    for (const token of garbage) expect(await refusal(service.authenticate(token))).toBe(Unauthorized);
    expect(calls).toEqual([]);
  });

  it('is one that was never issued', async () => {
    const { service, ports } = await loggedIn();
    expect(await refusal(service.authenticate(ports.accessTokens.make().token))).toBe(Unauthorized);
  });

  it('is one with other characters around it', async () => {
    const { service, token } = await loggedIn();
    for (const near of [` ${token}`, `${token}\n`, `${token}=`, token.slice(1)]) {
      expect(await refusal(service.authenticate(near))).toBe(Unauthorized);
    }
  });

  it('is one of a user who is deleted, or being deleted', async () => {
    const { service, ports, token } = await loggedIn();
    await ports.users.markDeleted(1);
    expect(await refusal(service.authenticate(token))).toBe(Unauthorized);
    await ports.users.delete(1);
    expect(await refusal(service.authenticate(token))).toBe(Unauthorized);
  });

  it('is one of an older password', async () => {
    const { service, ports, token } = await loggedIn();
    await ports.users.update(1, 1, { mdpHash: 'another' });
    expect(await refusal(service.authenticate(token))).toBe(Unauthorized);
  });
});

describe('a store that is down', () => {
  it.each(['sessionStore.find', 'users.findById'])('is unavailable, and never "unauthorized": %s', async (method) => {
    const { ports, token } = await loggedIn();
    const down = openWorld({ replace: ports, step: failing(method) });
    expect(await refusal(down.service.authenticate(token))).toBe(Unavailable);
  });
});
