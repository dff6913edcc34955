import { describe, expect, it } from 'vitest';
import { type NewUser, Responses } from '../../src/index.ts';
import { newUser } from '../../testkit/suites/samples.ts';
import { before, failing, noting } from '../support/intercept.ts';
import { openRegistered, openWorld, PASSWORD, refusal, tally, type World } from '../support/world.ts';

const { Email_already_exists } = Responses.User;
const GOOD = { email: 'ada@example.org', password: PASSWORD, pseudo: 'Ada' };

describe('registration', () => {
  it('saves an unconfirmed user and answers without the hash', async () => {
    const { service, ports, clock } = openWorld();
    const user = await service.registerUser(GOOD);
    const expected = { adresseMail: GOOD.email, pseudo: 'Ada', dateInscription: clock.now(), isVerified: false };
    expect(user).toEqual({ id: 1, ...expected, urlPfp: null, locale: 'en', shareMails: true });
    const saved = await ports.users.findById(user.id);
    expect(saved).toMatchObject({ ...expected, credentialsVersion: 1, due: [] });
    expect(await ports.hasher.verify(PASSWORD, saved?.mdpHash ?? '')).toBe(true);
  });

  it('sends the confirmation mail to the address, in the requested language', async () => {
    const { service, ports, clock } = openWorld();
    const { id } = await service.registerUser(GOOD, { locale: 'fr' });
    expect(ports.mailer.sent).toEqual([
      {
        recipient: { id, adresseMail: GOOD.email, pseudo: 'Ada', locale: 'fr' },
        mail: { kind: 'confirm', token: expect.any(String) },
      },
    ]);
    const mail = ports.mailer.sent[0]?.mail;
    const token = mail?.kind === 'confirm' ? mail.token : '';
    expect(await ports.mailTokens.read(token, 'confirm', clock.now())).toMatchObject({ userId: id });
  });

  it('sends it in the language of the policy if the caller names none', async () => {
    const world = await openRegistered({ policy: { locale: 'fr' } });
    expect(world.ports.mailer.sent[0]?.recipient.locale).toBe('fr');
  });

  it('neither stores nor returns unknown fields', async () => {
    const { service, ports } = openWorld();
    const extra = {
      id: 99,
      isVerified: true,
      mdpHash: 'x',
      dateInscription: 1,
      urlPfp: 'https://a.fr',
      locale: null,
      credentialsVersion: 9,
    };
    const user = await service.registerUser({ ...GOOD, ...extra });
    expect(user).toMatchObject({ id: 1, isVerified: false, urlPfp: null });
    expect(await ports.users.findById(1)).toMatchObject({ credentialsVersion: 1, isVerified: false });
  });

  it('is audited', async () => {
    const { service, ports, clock } = openWorld();
    await service.registerUser(GOOD, { address: '192.0.2.1', requestId: 'r1' });
    const event = { action: 'user.registered', date: clock.now(), actorId: 1, targetId: 1 };
    expect(ports.audit.events).toEqual([{ ...event, address: '192.0.2.1', requestId: 'r1' }]);
  });
});

it('the order of its checks computes no hash for a taken e-mail', async () => {
  const calls: string[] = [];
  const { service } = openWorld({ step: noting(calls) });
  await service.registerUser(GOOD);
  calls.length = 0;
  expect(await refusal(service.registerUser(GOOD))).toBe(Email_already_exists);
  expect(calls).toEqual(['limiter.hit', 'users.findByEmail']);
});

describe('many registrations of one e-mail at once', () => {
  it('create one user', async () => {
    const world = openWorld({ policy: { limits: null } });
    const all = Array.from({ length: 30 }, () => world.service.registerUser(GOOD));
    expect(await tally(all)).toEqual({ resolved: 1, [Email_already_exists]: 29 });
    expect([world.data.users.size, world.ports.mailer.sent.length]).toEqual([1, 1]);
  });

  it('are decided by the store if all have read before one has written', async () => {
    const step = before('users.insert', async () => {
      await world.ports.users.insert(await rival(world));
    });
    const world = openWorld({ step });
    expect(await refusal(world.service.registerUser(GOOD))).toBe(Email_already_exists);
    expect(world.ports.mailer.sent).toEqual([]);
  });
});

it.each(['mailer.send', 'mailTokens.make', 'dueWork.end'])(
  'a mail that the mailer does not take fails no registration, and is due: %s',
  async (method) => {
    const world = openWorld({ step: failing(method) });
    const { id } = await world.service.registerUser(GOOD, { locale: 'fr' });
    expect(world.problems).toEqual(['confirmation mail']);
    const user = await world.ports.users.findById(id);
    expect(user?.due).toMatchObject([{ kind: 'confirmation', date: world.clock.now(), locale: 'fr' }]);
  },
);

async function rival({ ports }: World): Promise<NewUser> {
  return newUser({ adresseMail: GOOD.email, pseudo: 'Eve', mdpHash: await ports.hasher.hash(PASSWORD), due: [] });
}
