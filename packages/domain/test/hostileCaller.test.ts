import { describe, expect, it } from 'vitest';
import { Responses } from '../src/index.ts';
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
  'whose trace id is a number': { traceId: 1 },
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
      service.deleteUser({ id: 1 }, caller),
      service.createAlgo({ ...source, ownerId: 1 }, caller),
      service.getAlgo({ id: 1 }, caller),
      service.listAlgos({ id: 1 }, caller),
      service.updateAlgo({ id: 1, changes: source }, caller),
      service.leaveAlgo({ id: 1 }, caller),
      service.leaveOwner({ id: 1 }, caller),
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
    expect(await refusal(service.deleteUser({ id: 1 }, anonymous))).toBe(Unauthorized);
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
