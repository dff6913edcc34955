import { describe, expect, it } from 'vitest';
import { Responses, withChangedEmail, withChanges } from '../../src/index.ts';
import { before, breakable, noting } from '../support/intercept.ts';
import { emailOf, logIn, mailedToken, openWorld, PASSWORD, refusal } from '../support/world.ts';
import { NEW, recovering } from './recovering.ts';

const { Unauthorized } = Responses.General;
const { Invalid_token, Already_confirmed, Invalid_credentials } = Responses.User;

describe('a reset', () => {
  it('sets the new password, and the old one is invalid', async () => {
    const { world, reset } = await recovering();
    expect(await reset()).toEqual({ wasConfirmed: false });
    await logIn(world, 'ada', NEW.password);
    expect(await refusal(logIn(world, 'ada', PASSWORD))).toBe(Invalid_credentials);
  });

  it('ends every session', async () => {
    const { world, service, data, reset } = await recovering();
    const sessions = [await logIn(world, 'ada'), await logIn(world, 'ada')];
    await reset();
    for (const { token } of sessions) expect(await refusal(service.authenticate(token))).toBe(Unauthorized);
    expect(data.sessions.size).toBe(0);
  });

  it('confirms the address', async () => {
    const { world, ports, user, service, reset } = await recovering();
    await reset();
    expect(await ports.users.findById(user.id)).toMatchObject({ isVerified: true, due: [] });
    expect(await refusal(service.confirmUser(mailedToken(world, 'confirm')))).toBe(Already_confirmed);
  });

  it('of an account that was confirmed is reported without a word about others', async () => {
    const { world, ports, service, reset } = await recovering();
    await reset();
    await service.recoverPassword({ email: emailOf('ada') });
    const token = mailedToken(world, 'recover');
    expect(await service.resetPassword({ token, changes: NEW })).toEqual({ wasConfirmed: true });
    expect(ports.mailer.sent.at(-1)?.mail).toEqual({ kind: 'password_changed' });
  });

  it('is refused when the address to which the link went is changed at the same time', async () => {
    const { world, ports, user, token } = await recovering();
    const step = before('users.change', () =>
      ports.users.change(user.id, (now) => {
        const asked = withChanges(now, { pendingEmail: { adresseMail: emailOf('bea'), date: world.clock.now() } });
        return withChangedEmail(asked, { date: world.clock.now(), locale: 'en', emailCase: 'exact' });
      }),
    );
    const { service } = openWorld({ replace: ports, step });
    expect(await refusal(service.resetPassword({ token, changes: NEW }))).toBe(Invalid_token);
    expect(await refusal(service.login({ email: emailOf('bea'), password: NEW.password }))).toBe(Invalid_credentials);
  });

  it('is reported by mail to the stored address, and audited', async () => {
    const { service, ports, user, token } = await recovering();
    await service.resetPassword({ token, changes: NEW }, { locale: 'fr', address: '192.0.2.1' });
    const recipient = { id: user.id, adresseMail: emailOf('ada'), pseudo: 'ada', locale: 'fr' };
    expect(ports.mailer.sent.at(-1)).toEqual({ recipient, mail: { kind: 'account_recovered' } });
    const event = { action: 'password.reset', actorId: user.id, targetId: user.id, address: '192.0.2.1' };
    expect(ports.audit.events.at(-1)).toMatchObject(event);
  });

  it('hashes nothing for a bad token', async () => {
    const calls: string[] = [];
    const { reset } = await recovering(noting(calls));
    calls.length = 0;
    for (const token of ['x', '', undefined, 1, {}]) expect(await refusal(reset({ token }))).toBe(Invalid_token);
    expect(calls.filter((call) => !call.startsWith('mailTokens.'))).toEqual([]);
  });
});

describe('a reset when a store fails', () => {
  // The new password is committed. So the caller gets a success, and later failures are reported to the operator.
  it.each([
    ['limiter.', 2], // past failures are not forgotten, and the mail is not counted
    ['sessionStore.deleteByUser', 1],
    ['mailer.send', 1],
  ])('succeeds after its commit: %s', async (method, problems) => {
    const { state, step } = breakable(method);
    const { world, service, reset } = await recovering(step);
    const { token } = await logIn(world, 'ada');
    state.isDown = true;
    await reset();
    expect(world.problems).toHaveLength(problems);
    expect(await refusal(service.authenticate(token))).toBe(Unauthorized);
    state.isDown = false;
    await logIn(world, 'ada', NEW.password);
  });
});
