import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, Responses } from '../../src/index.ts';
import { openShares, share } from '../shares/sharing.ts';
import { emailOf, openWorld, register, tally, type World } from '../support/world.ts';

const { Too_many_requests } = Responses.General;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Scene {
  readonly world: World;
  /** Each attempt has another number. */
  readonly attempt: (number: number, address: string) => Promise<unknown>;
}

const opened = (attempt: (world: World, number: number, address: string) => Promise<unknown>): Scene => {
  const world = openWorld();
  return { world, attempt: (number, address) => attempt(world, number, address) };
};

const RULES = [
  {
    name: 'registrations',
    limit: 20,
    windowMs: HOUR,
    refusedBy: { one: 'register', network: 'registerNetwork' },
    answer: 'resolved',
    open: async () => opened((world, number, address) => register(world, `user${number}`, { address })),
  },
  {
    name: 'mails that are asked for, of all kinds and for all e-mails together',
    limit: 30,
    windowMs: HOUR,
    refusedBy: { one: 'mailAddress', network: 'mailNetwork' },
    answer: 'resolved',
    open: async () =>
      opened(({ service }, number, address) => {
        const method = number % 2 === 0 ? 'recoverPassword' : 'resendConfirmation';
        return service[method]({ email: emailOf(`user${number}`) }, { address });
      }),
  },
  {
    name: 'wrong passwords for any e-mails',
    limit: 100,
    windowMs: 10 * MINUTE,
    refusedBy: { one: 'loginAddress', network: 'loginNetwork' },
    answer: Responses.User.Invalid_credentials,
    open: async () =>
      opened(({ service }, number, address) =>
        service.login({ email: emailOf(`nobody${number}`), password: 'password1' }, { address }),
      ),
  },
  {
    name: 'shares of any owners',
    limit: 300,
    windowMs: HOUR,
    refusedBy: { one: 'shareAddress', network: 'shareNetwork' },
    answer: 'resolved',
    open: async (): Promise<Scene> => {
      const limits = { ...DEFAULT_LIMITS, share: { limit: 1_000_000, windowMs: HOUR } };
      const { world, owner } = await openShares({ policy: { limits } });
      return { world, attempt: (_number, address) => share({ world, owner: { ...owner, address } }, 'bob') };
    },
  },
] as const;

describe.each(RULES)('$name', ({ limit, windowMs, refusedBy, answer, open }) => {
  const scene = async () => {
    const { world, attempt } = await open();
    let attempts = 0;
    /** So many at once. */
    const from = (addressOf: (at: number) => string, count = 1) =>
      tally(
        Array.from({ length: count }, (_, at) => {
          attempts += 1;
          return attempt(attempts, addressOf(at));
        }),
      );
    const refusals = () => world.ports.audit.events.filter(({ action }) => action === 'limit.refused');
    return { clock: world.clock, from, refusals };
  };
  const accepted = { [answer]: 1 };
  const refused = { [Too_many_requests]: 1 };

  it('are limited for each address, at once or not, until the window ends', async () => {
    const { clock, from, refusals } = await scene();
    const there = () => '192.0.2.1';
    expect(await from(there, limit + 10)).toEqual({ [answer]: limit, [Too_many_requests]: 10 });
    expect(refusals()).toMatchObject([{ limit: refusedBy.one, targetId: null }]);
    expect(await from(() => '192.0.2.2')).toEqual(accepted);
    clock.advance(windowMs - 1);
    expect(await from(there)).toEqual(refused);
    clock.advance(1);
    expect(await from(there)).toEqual(accepted);
  });

  it('are counted for a whole /64', async () => {
    const { from } = await scene();
    expect(await from((at) => `2001:db8::${at}`, limit)).toEqual({ [answer]: limit });
    expect(await from(() => '2001:db8:0:0:9::1')).toEqual(refused);
    expect(await from(() => '2001:db8:0:1::1')).toEqual(accepted);
  });

  it('are limited to five times as many for a whole /56', async () => {
    const { clock, from, refusals } = await scene();
    const within = (at: number) => `2001:db8:0:4${(at % 256).toString(16).padStart(2, '0')}::1`;
    expect(await from(within, 5 * limit)).toEqual({ [answer]: 5 * limit });
    expect(await from(within)).toEqual(refused);
    expect(refusals()).toMatchObject([{ limit: refusedBy.network, targetId: null }]);
    expect(await from(() => '2001:db8:0:500::1')).toEqual(accepted);
    clock.advance(windowMs);
    expect(await from(within)).toEqual(accepted);
  });
});
