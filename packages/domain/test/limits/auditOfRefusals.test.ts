import { describe, expect, it } from 'vitest';
import { type AuditEvent, TooManyRequestsError } from '../../src/index.ts';
import { limitAudit } from '../../src/methods.ts';
import { emailOf, member, openWorld, PASSWORD, refusal, register, type World } from '../support/world.ts';

const HOUR = 3_600_000;

const eventsOf = ({ ports }: World, action: AuditEvent['action']): readonly AuditEvent[] =>
  ports.audit.events.filter((event) => event.action === action);

const login = ({ service }: World, name: string, address: string) =>
  refusal(service.login({ email: emailOf(name), password: 'wrong' }, { address, requestId: `from ${address}` }));

describe('requests that limits refuse', () => {
  it('are one event for each limit, address and target until the window ends', async () => {
    const world = openWorld();
    const ada = await register(world, 'ada');
    const failMany = async () => {
      for (let count = 0; count < 40; count += 1) await login(world, 'ada', '192.0.2.1');
    };
    await failMany();
    const refused = {
      action: 'limit.refused',
      limit: 'loginPair',
      date: world.clock.now(),
      actorId: null,
      targetId: ada.id,
      address: '192.0.2.1',
      requestId: 'from 192.0.2.1',
    };
    expect(eventsOf(world, 'limit.refused')).toEqual([refused]);
    world.clock.advance(59_999);
    await login(world, 'ada', '192.0.2.1');
    expect(eventsOf(world, 'limit.refused')).toHaveLength(1);
    world.clock.advance(1);
    await failMany();
    expect(eventsOf(world, 'limit.refused')).toEqual([refused, { ...refused, date: world.clock.now() }]);
  });

  it('record the limit, and for a limit by account the user', async () => {
    const world = openWorld();
    const ada = await register(world, 'ada', { address: '203.0.113.200' });
    for (let host = 1; host <= 10; host += 1) {
      for (let count = 0; count < 10; count += 1) await login(world, 'ada', `203.0.113.${host}`);
    }
    await login(world, 'ada', '192.0.2.1');
    for (let count = 0; count < 110; count += 1) await login(world, `nobody${count}`, '192.0.2.2');
    for (let count = 0; count < 101; count += 1) {
      await refusal(register(world, `v4-${count}`, { address: '192.0.2.3' }));
      await refusal(register(world, `v6-${count}`, { address: `2001:db8:0:${count.toString(16)}::1` }));
    }
    expect(eventsOf(world, 'limit.refused').map(({ limit, targetId, address }) => [limit, targetId, address])).toEqual([
      ['loginEmail', ada.id, '192.0.2.1'],
      ['loginAddress', null, '192.0.2.2'],
      ['register', null, '192.0.2.3'],
      ['registerNetwork', null, '2001:db8:0:64::1'],
    ]);
  });

  it('record no e-mail, and are counted for a bounded number of addresses', async () => {
    const world = openWorld();
    await register(world, 'ada');
    for (let count = 0; count < 100; count += 1) await login(world, 'ada', `198.51.100.${count % 10}`);
    const addresses = Array.from({ length: 10_001 }, (_, index) => `10.0.${index >> 8}.${index & 255}`);
    for (const address of addresses) await login(world, 'ada', address);
    const count = () => eventsOf(world, 'limit.refused').length;
    expect(count()).toBe(10_001);
    await login(world, 'ada', '10.0.39.16'); // the last is known
    expect(count()).toBe(10_001);
    await login(world, 'ada', '10.0.0.0'); // the first is forgotten
    expect(count()).toBe(10_002);
    expect(JSON.stringify(world.ports.audit.events)).not.toContain('@example.org');
  });
});

it('the refusal that is forgotten first is the one that was recorded first', () => {
  const { audit: log, clock } = openWorld().ports;
  const record = limitAudit({ audit: log, clock }, { rememberedRefusals: 2 });
  const recorded = (address: string, retryAfterMs = HOUR): boolean => {
    const before = log.events.length;
    record(new TooManyRequestsError(retryAfterMs, { limit: 'loginPair', targetId: null }), { address });
    return log.events.length > before;
  };
  expect([recorded('192.0.2.1', 1), recorded('192.0.2.2')]).toEqual([true, true]);
  clock.advance(1);
  expect(recorded('192.0.2.1'), 'its window has ended').toBe(true);
  expect(recorded('192.0.2.3'), 'the second one is forgotten').toBe(true);
  expect([recorded('192.0.2.1'), recorded('192.0.2.3'), recorded('192.0.2.2')]).toEqual([false, false, true]);
});

it('a wrong current password is an event of the user on the own account, at most as often as the limit allows', async () => {
  const world = openWorld();
  const caller = { ...(await member(world, 'ada')), requestId: 'request-7' };
  const update = (currentPassword: string) =>
    refusal(world.service.updateUser({ id: 1, changes: { currentPassword } }, caller));
  for (let count = 0; count < 15; count += 1) await update('wrong');
  const rejected = eventsOf(world, 'password.rejected');
  expect(rejected).toHaveLength(10);
  const who = { actorId: 1, targetId: 1, address: '192.0.2.7', requestId: 'request-7' };
  expect(rejected[0]).toEqual({ action: 'password.rejected', date: world.clock.now(), ...who });
  expect(eventsOf(world, 'limit.refused')).toMatchObject([{ limit: 'loginPair', ...who }]);
  world.clock.advance(HOUR);
  await update(PASSWORD);
  expect(eventsOf(world, 'password.rejected')).toHaveLength(10);
});

describe.each([
  ['recoverPassword', 'recovery.requested'],
  ['resendConfirmation', 'confirmation.requested'],
] as const)('a mail asked for by %s', (method, action) => {
  const asked = (world: World, name: string) =>
    refusal(world.service[method]({ email: emailOf(name) }, { address: '192.0.2.1', requestId: `for ${name}` }));

  it('is an event for a known and an unknown e-mail, and the event does not show which', async () => {
    const world = openWorld();
    const ada = await register(world, 'ada');
    await asked(world, 'ada');
    await asked(world, 'nobody');
    const event = { action, date: world.clock.now(), actorId: null, address: '192.0.2.1' };
    expect(eventsOf(world, action)).toEqual([
      { ...event, targetId: ada.id, requestId: 'for ada' },
      { ...event, targetId: null, requestId: 'for nobody' },
    ]);
  });

  it('is an event whether it is sent or not; a refused one is an event of the limit', async () => {
    const world = openWorld();
    await register(world, 'ada');
    for (let count = 0; count < 50; count += 1) await asked(world, 'ada');
    expect(eventsOf(world, action)).toHaveLength(30);
    expect(eventsOf(world, 'limit.refused')).toMatchObject([{ limit: 'mailAddress', targetId: null }]);
  });
});
