import { describe, expect, it } from 'vitest';
import { createService, Responses } from '../../src/index.ts';
import { memoryPorts } from '../../testkit/memory/index.ts';
import { mailedToken, openWorld, PASSWORD, refusal } from '../support/world.ts';

const { Email_already_exists, Invalid_credentials } = Responses.User;
const TYPED = 'Ada@Example.org';
const OTHER = 'aDA@example.ORG';
const FOLDED = { policy: { emailCase: 'folded' } } as const;

const registered = async () => {
  const world = openWorld(FOLDED);
  const user = await world.service.registerUser({ email: TYPED, password: PASSWORD, pseudo: 'Ada' });
  return { ...world, user };
};

describe('with e-mails folded', () => {
  it('an address in another case is taken, and is shown as it was typed', async () => {
    const { service, user } = await registered();
    expect(user.adresseMail).toBe(TYPED);
    expect(await refusal(service.registerUser({ email: OTHER, password: PASSWORD, pseudo: 'Eve' }))).toBe(
      Email_already_exists,
    );
    expect(await service.login({ email: OTHER, password: PASSWORD })).toMatchObject({
      utilisateur: { adresseMail: TYPED },
    });
  });

  it('a mail that is asked for with another case goes to the address as it was typed', async () => {
    const { service, ports } = await registered();
    await service.recoverPassword({ email: OTHER });
    await service.resendConfirmation({ email: OTHER });
    expect(ports.mailer.sent.map(({ recipient }) => recipient.adresseMail)).toEqual([TYPED, TYPED, TYPED]);
    await service.resetPassword({ token: mailedToken({ ports }, 'recover'), changes: { password: 'battery staple' } });
    await service.login({ email: OTHER, password: 'battery staple' });
  });

  it('a user changes only the case of the own address, by the link, as any other change', async () => {
    const { service, ports, user } = await registered();
    const session = await service.login({ email: TYPED, password: PASSWORD });
    const caller = await service.authenticate(session.token);
    const ask = (newEmail: string) =>
      service.requestEmail({ id: user.id, changes: { currentPassword: PASSWORD, newEmail } }, caller);
    await ask(OTHER);
    expect(ports.mailer.sent.at(-1)).toMatchObject({
      recipient: { adresseMail: OTHER },
      mail: { kind: 'change_email' },
    });
    await service.changeEmail(mailedToken({ ports }, 'change_email'));
    expect(ports.mailer.sent.at(-1)).toMatchObject({
      recipient: { adresseMail: TYPED },
      mail: { kind: 'email_changed' },
    });
    expect(await ports.users.findByEmail(TYPED)).toMatchObject({ id: user.id, adresseMail: OTHER });
    const before = ports.mailer.sent.length;
    await ask(OTHER);
    expect(ports.mailer.sent).toHaveLength(before);
    expect(await refusal(service.registerUser({ email: TYPED, password: PASSWORD, pseudo: 'Eve' }))).toBe(
      Email_already_exists,
    );
  });

  it('going back to a former address in another case makes the link of the address that is left void', async () => {
    const world = await registered();
    const { service, ports, user } = world;
    const session = await service.login({ email: TYPED, password: PASSWORD });
    const caller = await service.authenticate(session.token);
    const move = async (newEmail: string) => {
      await service.requestEmail({ id: user.id, changes: { currentPassword: PASSWORD, newEmail } }, caller);
      await service.changeEmail(mailedToken({ ports }, 'change_email'));
    };
    await move('thief@example.org');
    await move(OTHER);
    const links = ports.mailer.sent.flatMap(({ mail }) => (mail.kind === 'email_changed' ? [mail.token] : []));
    for (const link of links) expect(await refusal(service.takeBackEmail(link))).toBe(Responses.User.Invalid_token);
    expect(await ports.users.findByFormerEmail('thief@example.org')).toBeNull();
  });

  it('guesses count together, in any case', async () => {
    const { service } = await registered();
    const guess = (email: string) => refusal(service.login({ email, password: 'wrong one' }, { address: '192.0.2.1' }));
    for (let turn = 0; turn < 5; turn += 1) {
      expect([await guess(TYPED), await guess(OTHER)]).toEqual([Invalid_credentials, Invalid_credentials]);
    }
    expect(await guess('ADA@EXAMPLE.ORG')).toBe(Responses.General.Too_many_requests);
  });
});

it('with e-mails exact, as by default, addresses in two cases are two accounts', async () => {
  const { service } = openWorld();
  for (const email of [TYPED, OTHER]) await service.registerUser({ email, password: PASSWORD, pseudo: 'Ada' });
  expect(await refusal(service.login({ email: 'ada@example.org', password: PASSWORD }))).toBe(Invalid_credentials);
});

it('a policy that compares in another way than the store is refused', () => {
  const folded = memoryPorts({ emailCase: 'folded' });
  expect(() => createService(folded)).toThrow(RangeError);
  expect(() => createService(memoryPorts(), FOLDED)).toThrow(/emailCase 'folded'.*'exact'/);
  createService(folded, FOLDED);
});
