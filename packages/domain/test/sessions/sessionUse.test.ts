import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { before, failing, noting, type Step } from '../support/intercept.ts';
import { logIn, openWorld, refusal } from '../support/world.ts';
import { loggedIn } from './guessing.ts';

const { Unauthorized } = Responses.General;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

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

  it('is recorded once however many requests come meanwhile, and one of them waits for it', async () => {
    const { ports, clock, token, data } = await loggedIn();
    const written = Promise.withResolvers<void>();
    const calls: string[] = [];
    const step: Step = async (name, run) => {
      calls.push(name);
      if (name === 'sessionStore.touch') await written.promise;
      return run();
    };
    const { service } = openWorld({ replace: ports, step });
    clock.advance(5 * MINUTE);
    const first = service.authenticate(token);
    for (let request = 0; request < 2; request += 1) {
      expect((await service.authenticate(token)).session.dateUtilisation).toBe(clock.now());
    }
    written.resolve();
    expect((await first).session.dateUtilisation).toBe(clock.now());
    expect(calls.filter((call) => call === 'sessionStore.touch')).toHaveLength(1);
    expect([...data.sessions.values()]).toMatchObject([{ dateUtilisation: clock.now() }]);
  });

  it('does not bring back a session that is ended meanwhile', async () => {
    const { ports, clock, token, data } = await loggedIn();
    const { caller } = await logIn(openWorld({ replace: ports }), 'ada');
    const step = before('sessionStore.touch', () => service.endSessions({ id: 1, which: { all: true } }, caller));
    const { service } = openWorld({ replace: ports, step });
    clock.advance(5 * MINUTE);
    await service.authenticate(token);
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
});

describe('a use that cannot be recorded', () => {
  it('is reported, refuses no request, and is recorded when the store works again', async () => {
    const { ports, clock, token, data } = await loggedIn();
    const stored = [...data.sessions.values()];
    const full = openWorld({ replace: ports, step: failing('sessionStore.touch') });
    clock.advance(HOUR);
    for (let request = 0; request < 3; request += 1) {
      expect((await full.service.authenticate(token)).user.id).toBe(1);
    }
    expect(full.problems).toEqual(Array(3).fill('use of an access token'));
    expect([...data.sessions.values()]).toEqual(stored);
    const mended = openWorld({ replace: ports });
    await mended.service.authenticate(token);
    expect([...data.sessions.values()]).toMatchObject([{ dateUtilisation: clock.now() }]);
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
