import { describe, expect, it } from 'vitest';
import { OPERATIONS, type Operation, Responses } from '../src/index.ts';
import { noting } from './support/intercept.ts';
import { openWithAda, openWorld, refusal } from './support/world.ts';

const { Invalid_data, Unauthorized } = Responses.General;

// An embedder without a compiler can pass anything: the cast below is what these tests are about.
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
};

it.each(Object.entries(MALFORMED))(
  'a caller %s is refused everywhere before a port is called',
  async (_name, caller) => {
    const calls: string[] = [];
    const { service } = openWorld({ step: noting(calls) });
    for (const [name, { input }] of Object.entries<Operation>(OPERATIONS)) {
      const given = input === null ? [caller] : [{}, caller];
      const work: Promise<unknown> = Reflect.apply(Reflect.get(service, name), service, given);
      const path = expect.stringMatching(/^(\/caller|$)/);
      await expect(work, name).rejects.toMatchObject({
        code: Invalid_data,
        data: expect.arrayContaining([expect.objectContaining({ path })]),
      });
    }
    expect(calls).toEqual([]);
  },
);

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
    const { world, ada } = await openWithAda();
    expect(await world.service.getUser(1, anything({ ...ada, extra: 1 }))).toMatchObject({ id: 1 });
    expect(await refusal(world.service.getUser(1, { address: '' }))).toBe(Unauthorized);
  });
});
