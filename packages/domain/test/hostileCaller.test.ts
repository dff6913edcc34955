import { describe, expect, it } from 'vitest';
import { createService, DEFAULT_LIMITS, DEFAULT_POLICY, type Ports, Responses } from '../src/index.ts';
import { memoryPorts } from '../testkit/memory/index.ts';
import { UNREADABLE } from './support/hostile.ts';
import { noting } from './support/intercept.ts';
import { member, openWorld, PASSWORD, refusal } from './support/world.ts';

const { Invalid_data, Unauthorized } = Responses.General;

// An embedder without a compiler can pass anything: the casts below are what these tests are about.
const anything = (value: unknown) => value as never;

const MALFORMED: Readonly<Record<string, unknown>> = {
  'that is null': null,
  'that is a text': 'ada',
  'that is a list': [],
  'whose user is null': { user: null },
  'whose user is an id': { user: 1 },
  'whose user has a text for an id': { user: { id: '1' }, session: { digest: 'x' } },
  'whose session is a token': { session: 'x' },
  'whose address is a number': { address: 7 },
  'whose address is null': { address: null },
  'whose language is unknown': { locale: 'xx' },
  'whose request id is an object': { requestId: {} },
  'whose signal is not an AbortSignal': { signal: { aborted: false } },
  ...Object.fromEntries(
    Object.entries(UNREADABLE).map(([name, make]) => [`with ${name} for a user`, { user: make() }]),
  ),
};

describe.each(Object.entries(MALFORMED))('a caller %s', (_name, malformed) => {
  it('is refused by every use case before it calls a port', async () => {
    const calls: string[] = [];
    const { service } = openWorld({ step: noting(calls) });
    const caller = anything(malformed);
    const credentials = { email: 'ada@example.org', password: PASSWORD };
    const source = { nom: 'Sort', sourceCode: {} };
    const all = [
      service.registerUser({ ...credentials, pseudo: 'Ada' }, caller),
      service.confirmUser('x', caller),
      service.resendConfirmation(credentials, caller),
      service.login(credentials, caller),
      service.logout(caller),
      service.recoverPassword(credentials, caller),
      service.resetPassword({ token: 'x', changes: credentials }, caller),
      service.getUser(1, caller),
      service.updateUser({ id: 1, changes: { currentPassword: PASSWORD } }, caller),
      service.deleteUser(1, caller),
      service.createAlgo({ ...source, ownerId: 1 }, caller),
      service.getAlgo({ id: 1 }, caller),
      service.listAlgos({ id: 1 }, caller),
      service.updateAlgo({ id: 1, changes: source }, caller),
      service.leaveAlgo({ id: 1 }, caller),
      service.deleteAlgo({ id: 1 }, caller),
    ];
    expect(await Promise.all(all.map(refusal))).toEqual(all.map(() => Invalid_data));
    expect(calls).toEqual([]);
  });
});

describe('a caller', () => {
  it('that is absent is anonymous', async () => {
    const { service } = openWorld();
    const anonymous = anything(undefined);
    expect(await refusal(service.logout(anonymous))).toBe(Unauthorized);
    expect(await refusal(service.getAlgo({ id: 1 }, anonymous))).toBe(Unauthorized);
    expect(await refusal(service.deleteUser(1, anonymous))).toBe(Unauthorized);
  });

  it('is refused with what is wrong, without its values', async () => {
    const { service } = openWorld();
    const caller = anything({ address: 7, locale: 'secret', user: { id: 'secret' } });
    const error = await service.getUser(1, caller).catch((problem: unknown) => problem);
    expect(error).toMatchObject({
      data: [
        { path: '/caller/user/id', rule: 'type' },
        { path: '/caller/address', rule: 'type' },
        { path: '/caller/locale', rule: 'type' },
      ],
    });
    expect(JSON.stringify(error)).not.toContain('secret');
  });

  it('is accepted with an address only, and with unknown fields', async () => {
    const world = openWorld();
    const ada = await member(world, 'ada');
    expect(await world.service.getUser(1, anything({ ...ada, extra: 1 }))).toMatchObject({ id: 1 });
    expect(await refusal(world.service.getUser(1, { address: '' }))).toBe(Unauthorized);
  });
});

describe('createService', () => {
  it.each(Object.keys(memoryPorts()))('needs the port %s', (name) => {
    for (const nothing of [undefined, null]) {
      const ports = { ...memoryPorts(), [name]: nothing } as unknown as Ports;
      expect(() => createService(ports)).toThrow(new TypeError(`Ports are missing: ${name}`));
    }
  });

  const methods = [
    ['users', 'delete'],
    ['algos', 'health'],
    ['folders', 'deleteByOwner'],
    ['sessionStore', 'cut'],
    ['accessTokens', 'digest'],
    ['contentStore', 'locate'],
    ['hasher', 'needsRehash'],
    ['mailTokens', 'read'],
    ['mailer', 'sendDecoy'],
    ['limiter', 'remembers'],
    ['deletions', 'list'],
    ['audit', 'record'],
    ['clock', 'sleep'],
  ] as const;

  it.each(methods)('needs %s.%s, and to be a function', (name, method) => {
    const ports = memoryPorts();
    for (const nothing of [undefined, null, {}]) {
      const lacking = new Proxy(ports[name], {
        get: (target, key) => (key === method ? nothing : Reflect.get(target, key)),
      });
      const given = { ...ports, [name]: lacking };
      expect(() => createService(given)).toThrow(new TypeError(`Methods of ports are missing: ${name}.${method}`));
    }
  });

  it('needs a validator that is a function', () => {
    const ports = { ...memoryPorts(), validator: anything({ validate() {} }) };
    expect(() => createService(ports)).toThrow(new TypeError('Ports are missing: validator'));
  });

  it('refuses a port of an unknown name', () => {
    const ports = { ...memoryPorts(), clok: {} };
    expect(() => createService(ports)).toThrow(new TypeError('There are no ports of these names: clok'));
  });

  it.each([null, 5, [], 'policy'])('refuses options that are no object: %j', (options) => {
    expect(() => createService(memoryPorts(), anything(options))).toThrow(
      new TypeError('The options of createService must be an object'),
    );
    expect(() => createService(memoryPorts(), anything({ policy: options }))).toThrow(
      new TypeError('The option policy must be an object'),
    );
  });

  it('names the option and each limit that it lacks', () => {
    const { loginPair: _, ...limits } = DEFAULT_LIMITS;
    expect(() => createService(memoryPorts(), anything({ policy: { limits } }))).toThrow(
      new RangeError('The option policy lacks limits.loginPair'),
    );
    expect(() => createService(memoryPorts(), anything({ policy: { limits: {} } }))).toThrow(
      /^The option policy lacks limits.loginPair, limits.loginEmail, .*limits.knownAddressMs$/,
    );
  });

  it('refuses an unknown option', () => {
    const options: object = { polcy: {}, onProblem() {} };
    expect(() => createService(memoryPorts(), options)).toThrow(new RangeError('createService has no option polcy'));
  });

  it.each([undefined, null, {}, 'ports'])('needs ports, not %j', (ports) => {
    expect(() => createService(anything(ports))).toThrow(/Ports are missing: users, algos, .*validator/);
  });

  const times = ['tokenIdleMs', 'tokenAbsoluteMs', 'confirmTtlMs', 'recoverTtlMs'] as const;
  const wrong = [undefined, null, '1', 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY];

  it.each(times)('accepts only a whole number of milliseconds for %s', (name) => {
    for (const value of wrong) expect(() => made({ [name]: value })).toThrow(new RegExp(`RangeError|: ${name}$`));
    made({ [name]: 1 });
  });

  it.each(wrong)('accepts no limit of %s, and no window of it', (value) => {
    const { limits } = DEFAULT_POLICY;
    for (const part of ['limit', 'windowMs']) {
      const rule = { ...limits?.mailAddress, [part]: value };
      expect(() => made({ limits: { ...limits, mailAddress: rule } })).toThrow(
        new RegExp(`limits\\.mailAddress\\.${part}$`),
      );
    }
    expect(() => made({ limits: { ...limits, mailsPerLinkLife: value } })).toThrow(/limits\.mailsPerLinkLife$/);
    expect(() => made({ limits: { ...limits, knownAddressMs: value } })).toThrow(/limits\.knownAddressMs$/);
  });

  it.each([
    [{ locale: 'xx' }, 'locale'],
    [{ requireConfirmedEmail: 'on' }, 'requireConfirmedEmail'],
    [{ limits: {} }, 'limits.loginPair'],
    [{ limits: undefined }, 'limits'],
    [{ isCommonPassword: ['password'] }, 'isCommonPassword'],
    [{ tokenIdle: 5 }, 'tokenIdle'],
  ])('refuses the policy %j and names %s', (policy, name) => {
    expect(() => made(policy)).toThrow(RangeError);
    expect(() => made(policy)).toThrow(name);
  });

  it('accepts the default policy, and one without limits', () => {
    made({ ...DEFAULT_POLICY });
    made({ limits: null });
  });
});

function made(policy: Readonly<Record<string, unknown>>) {
  return createService(memoryPorts(), { policy });
}
