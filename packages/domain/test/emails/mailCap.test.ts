import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { failing, noting } from '../support/intercept.ts';
import {
  emailOf,
  logIn,
  mailedToken,
  openRegistered,
  openWithAda,
  openWorld,
  PASSWORD,
  refusal,
  register,
  type World,
} from '../support/world.ts';
import { change } from '../users/asking.ts';

const { Unavailable } = Responses.General;
const REQUESTS = [
  { name: 'recoverPassword', kind: 'recover', lifeMs: 1_800_000 },
  { name: 'resendConfirmation', kind: 'confirm', lifeMs: 86_400_000 },
] as const;

type Kind = (typeof REQUESTS)[number]['kind'];

/** How many mails of a kind a user got; the one of the registration is one of them. */
const got = ({ ports }: Pick<World, 'ports'>, name: string, kind: Kind) =>
  ports.mailer.sent.filter(({ recipient, mail }) => recipient.pseudo === name && mail.kind === kind).length;

const OF_REGISTRATION = { confirm: 1, recover: 0 } as const;

/** Each request comes from another address, as those of an attacker with many addresses do. */
function asker(world: World, method: (typeof REQUESTS)[number]['name']) {
  let asked = 0;
  return (email: string) => {
    asked += 1;
    return world.service[method]({ email }, { address: `198.51.${asked >> 8}.${asked & 255}` });
  };
}

describe.each(REQUESTS)('mails by $name', ({ name, kind, lifeMs }) => {
  const open = async () => {
    const calls: string[] = [];
    const world = openWorld({ step: noting(calls) });
    const user = await register(world, 'ada');
    calls.length = 0;
    return { world, user, calls, ask: asker(world, name) };
  };

  it('are at most 5 to one user within the lifetime of their link, with the same answer', async () => {
    const { world, ask } = await open();
    for (let count = 0; count < 20; count += 1) expect(await ask(emailOf('ada'))).toBeUndefined();
    expect(got(world, 'ada', kind)).toBe(5);
    world.clock.advance(lifeMs - 1);
    await ask(emailOf('ada'));
    expect(got(world, 'ada', kind)).toBe(5);
    world.clock.advance(1);
    await ask(emailOf('ada'));
    expect(got(world, 'ada', kind)).toBe(6);
  });

  it('are at most 5 for 50 requests at once', async () => {
    const { world, ask } = await open();
    await Promise.all(Array.from({ length: 50 }, () => ask(emailOf('ada'))));
    expect([got(world, 'ada', kind), world.ports.mailer.decoys.length]).toEqual([5, 45 + OF_REGISTRATION[kind]]);
  });

  it('cause the same calls for a user below and above the limit, and for an unknown e-mail', async () => {
    const { calls, ask } = await open();
    const costs = async (email: string) => {
      await ask(email);
      return calls.splice(0).map((call) => call.replace('sendDecoy', 'send'));
    };
    for (let count = 0; count < 8; count += 1) expect(await costs(emailOf('ada'))).toEqual(await costs(emailOf('eve')));
  });

  it('all have links that work until one is used', async () => {
    const { world, ask } = await open();
    for (let count = 0; count < 6; count += 1) await ask(emailOf('ada'));
    world.clock.advance(lifeMs - 1_000);
    const tokens = world.ports.mailer.sent.flatMap(({ mail }) =>
      'token' in mail && mail.kind === kind ? [mail.token] : [],
    );
    for (const token of tokens)
      expect(await world.ports.mailTokens.read(token, kind, world.clock.now())).not.toBeNull();
  });

  it('do not count when they could not be sent', async () => {
    const world = await openRegistered();
    const down = openWorld({ replace: world.ports, step: failing('mailer.') });
    for (let count = 0; count < 9; count += 1)
      expect(await refusal(asker(down, name)(emailOf('ada')))).toBe(Unavailable);
    for (let count = 0; count < 9; count += 1) await asker(world, name)(emailOf('ada'));
    expect(got(world, 'ada', kind)).toBe(5);
  });

  it('do not count for another spelling, or before the user exists', async () => {
    const world = openWorld();
    const ask = asker(world, name);
    for (const spelling of ['ada', 'ADA', 'Ada'])
      for (let count = 0; count < 9; count += 1) await ask(emailOf(spelling));
    await register(world, 'ada');
    await ask(emailOf('ada'));
    expect(got(world, 'ada', kind)).toBe(1 + OF_REGISTRATION[kind]);
  });

  it('have no limit if the limits are off', async () => {
    const world = await openRegistered({ policy: { limits: null } });
    for (let count = 0; count < 9; count += 1) await asker(world, name)(emailOf('ada'));
    expect(got(world, 'ada', kind)).toBe(9 + OF_REGISTRATION[kind]);
  });
});

describe('recovery mails', () => {
  it('do not count confirmation mails that were requested, sent or not', async () => {
    const world = await openRegistered();
    const confirm = asker(world, 'resendConfirmation');
    for (let count = 0; count < 9; count += 1) await confirm(emailOf('ada'));
    await world.service.confirmUser(mailedToken(world, 'confirm'));
    for (let count = 0; count < 9; count += 1) await confirm(emailOf('ada'));
    await asker(world, 'recoverPassword')(emailOf('ada'));
    expect(got(world, 'ada', 'recover')).toBe(1);
  });

  it('are counted from 0 after another address has made the old links invalid', async () => {
    const { world, ada } = await openWithAda();
    const recover = asker(world, 'recoverPassword');
    for (let count = 0; count < 9; count += 1) await recover(emailOf('ada'));
    await change(world, ada, 'bea');
    for (let count = 0; count < 9; count += 1) await recover(emailOf('bea'));
    expect(got(world, 'ada', 'recover')).toBe(10);
  });

  it('are counted from 0 after a new password has made the old links invalid', async () => {
    const world = await openRegistered();
    const recover = asker(world, 'recoverPassword');
    for (let count = 0; count < 9; count += 1) await recover(emailOf('ada'));
    await world.service.resetPassword({
      token: mailedToken(world, 'recover'),
      changes: { password: 'forgotten again' },
    });
    await recover(emailOf('ada'));
    await world.service.resetPassword({ token: mailedToken(world, 'recover'), changes: { password: PASSWORD } });
    await logIn(world, 'ada');
    expect(got(world, 'ada', 'recover')).toBe(6);
  });
});
