import { describe, expect, it } from 'vitest';
import { createService, DEFAULT_LIMITS, DEFAULT_POLICY, type Ports } from '../src/index.ts';
import { memoryPorts } from '../testkit/memory/index.ts';

// An embedder without a compiler can pass anything: the casts below are what these tests are about.
const anything = (value: unknown) => value as never;

describe('createService', () => {
  it.each(Object.keys(memoryPorts()))('needs the port %s', (name) => {
    for (const nothing of [undefined, null]) {
      const ports = { ...memoryPorts(), [name]: nothing } as unknown as Ports;
      expect(() => createService(ports)).toThrow(new TypeError(`Ports are missing: ${name}`));
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
    expect(() => createService(memoryPorts(), anything({ bounds: options }))).toThrow(
      new TypeError('The option bounds must be an object'),
    );
  });

  it.each<Readonly<Record<string, unknown>>>([
    { rememberedSessions: -1 },
    { imports: 0 },
    { cachedBytes: 1.5 },
    { cachedTreeBytes: Number.NaN },
    { exports: '5' },
    { exportsOfUser: undefined },
    { cachedByte: 5 },
    { batch: 5 },
    { toString: 5 },
  ])('refuses a wrong bound: %j', (bounds) => {
    const [name] = Object.keys(bounds);
    expect(() => createService(memoryPorts(), anything({ bounds }))).toThrow(
      new RangeError(`The bounds cannot have this: ${name}`),
    );
  });

  it('names the option and each limit that it lacks', () => {
    const { loginPair: _, ...limits } = DEFAULT_LIMITS;
    expect(() => createService(memoryPorts(), anything({ policy: { limits } }))).toThrow(
      new RangeError('The policy cannot have this: limits.loginPair'),
    );
    expect(() => createService(memoryPorts(), anything({ policy: { limits: {} } }))).toThrow(
      /^The policy cannot have this: limits.loginPair, limits.loginEmail, .*limits.knownAddresses$/,
    );
  });

  it('refuses an unknown option', () => {
    const options: object = { polcy: {}, onProblem() {} };
    expect(() => createService(memoryPorts(), options)).toThrow(new RangeError('createService has no option polcy'));
  });

  it.each([undefined, null, {}, 'ports'])('needs ports, not %j', (ports) => {
    expect(() => createService(anything(ports))).toThrow(
      /Ports are missing: users, dueWork, mails, algos, .*validator/,
    );
  });

  const times = ['tokenIdleMs', 'tokenAbsoluteMs', 'confirmTtlMs', 'recoverTtlMs', 'emailBackTtlMs'] as const;
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
    [{ emailCase: 'lower' }, 'emailCase'],
    [{ limits: {} }, 'limits.loginPair'],
    [{ limits: undefined }, 'limits'],
    [{ isCommonPassword: ['password'] }, 'isCommonPassword'],
    [{ sessionsPerUser: 1_001 }, 'sessionsPerUser'],
    [{ history: { ...DEFAULT_POLICY.history, versions: 101 } }, 'history.versions'],
    [{ history: { ...DEFAULT_POLICY.history, versions: -1 } }, 'history.versions'],
    [{ history: { ...DEFAULT_POLICY.history, binMs: 0.5 } }, 'history.binMs'],
    [{ history: { versions: 1 } }, 'history.versionsMs, history.savesMs, history.binMs'],
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
