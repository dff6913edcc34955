import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { failing, noting } from '../support/intercept.ts';
import { emailOf, mailedToken, openRegistered, openWorld, refusal, register } from '../support/world.ts';

const { Unavailable } = Responses.General;

const REQUESTS = [
  { name: 'recoverPassword', kind: 'recover' },
  { name: 'resendConfirmation', kind: 'confirm' },
] as const;

describe.each(REQUESTS)('$name', ({ name, kind }) => {
  const open = async (calls: string[] = []) => {
    const world = openWorld({ step: noting(calls) });
    const user = await register(world, 'ada');
    calls.length = 0;
    return { world, user, calls, ask: (email: unknown) => world.service[name]({ email }, { locale: 'fr' }) };
  };

  it('sends a mail to the stored address, and resolves to nothing', async () => {
    const { world, user, ask } = await open();
    expect(await ask(emailOf('ada'))).toBeUndefined();
    const recipient = { id: user.id, adresseMail: emailOf('ada'), pseudo: 'ada', locale: 'fr' };
    expect(world.ports.mailer.sent.at(-1)).toEqual({ recipient, mail: { kind, token: expect.any(String) } });
    const claims = await world.ports.mailTokens.read(mailedToken(world, kind), kind, world.clock.now());
    expect(claims).toMatchObject({ userId: user.id, purpose: kind, version: 1 });
  });

  it('does the same work for an unknown address, and sends nothing', async () => {
    const { world, calls, ask } = await open();
    const sent = world.ports.mailer.sent.length;
    await ask(emailOf('ada'));
    const known = calls.splice(0).map((call) => call.replace('sendDecoy', 'send'));
    expect(await ask(emailOf('nobody'))).toBeUndefined();
    expect(calls.map((call) => call.replace('sendDecoy', 'send'))).toEqual(known);
    expect(world.ports.mailer.decoys).toEqual([kind]);
    expect(world.ports.mailer.sent).toHaveLength(sent + 1);
  });

  it('sends nothing for an address that no account has in any case of letters', async () => {
    const { world, ask } = await open();
    for (const email of ['adah@example.org', 'ada@example.com']) await ask(email);
    expect(world.ports.mailer.decoys).toHaveLength(2);
  });

  it('changes nothing on the account', async () => {
    const { world, user, ask } = await open();
    const before = await world.ports.users.findById(user.id);
    await ask(emailOf('ada'));
    expect(await world.ports.users.findById(user.id)).toEqual(before);
  });

  it('sends nothing to a user who is being deleted', async () => {
    const { world, user, ask } = await open();
    await world.ports.users.markDeleted(user.id);
    await ask(emailOf('ada'));
    expect(world.ports.mailer.decoys).toEqual([kind]);
  });

  it.each(['mailer.', 'mailTokens.', 'users.'])(
    'fails alike for every e-mail when a port is down: %s',
    async (port) => {
      const world = openWorld({ step: failing(port) });
      expect(await refusal(world.service[name]({ email: emailOf('nobody') }))).toBe(Unavailable);
    },
  );
});

it('resendConfirmation sends nothing to a user who is confirmed', async () => {
  const world = await openRegistered();
  await world.service.confirmUser(mailedToken(world, 'confirm'));
  await world.service.resendConfirmation({ email: emailOf('ada') });
  expect([world.ports.mailer.sent.length, world.ports.mailer.decoys]).toEqual([1, ['confirm']]);
});
