import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { emailOf, logIn, mailedToken, PASSWORD, refusal, register, tally } from '../support/world.ts';
import { ask, change, lastMails, withAda } from './asking.ts';

const { Invalid_token, Invalid_credentials, Email_already_exists } = Responses.User;
const { Unauthorized } = Responses.General;
const NEW = 'battery staple';

/** Ada confirmed her address, and it was changed to Eve's. */
async function changedToEve() {
  const { world, ada } = await withAda({ policy: { limits: null } });
  await world.service.confirmUser(mailedToken(world, 'confirm'));
  await change(world, ada, 'eve');
  return { world, ada, token: mailedToken(world, 'email_changed') };
}

describe('taking an e-mail address back', () => {
  it('ends all sessions and the password; the owner chooses a new one by mail', async () => {
    const { world, ada, token } = await changedToEve();
    const session = await logIn(world, 'eve');
    for (let times = 0; times < 2; times += 1) expect(await world.service.checkEmailBack(token)).toBeUndefined();
    expect(await world.service.takeBackEmail(token)).toBeUndefined();
    expect(lastMails(world, 1)).toEqual([['recover', emailOf('ada')]]);
    expect(await refusal(world.service.authenticate(session.token))).toBe(Unauthorized);
    for (const name of ['eve', 'ada']) expect(await refusal(logIn(world, name))).toBe(Invalid_credentials);
    expect([...world.data.sessions.values()]).toEqual([]);
    const reset = { token: mailedToken(world, 'recover'), changes: { password: NEW } };
    await world.service.resetPassword(reset);
    const { caller } = await logIn(world, 'ada', NEW);
    expect(caller.user).toMatchObject({ id: ada.user.id, adresseMail: emailOf('ada'), isVerified: true });
    expect(world.ports.audit.events).toContainEqual(expect.objectContaining({ action: 'email.taken_back' }));
  });

  it('works once, and makes every other link void', async () => {
    const { world, ada, token } = await changedToEve();
    await world.service.recoverPassword({ email: emailOf('eve') });
    const recovery = mailedToken(world, 'recover');
    await ask(world, ada, emailOf('mallory'));
    const pending = mailedToken(world, 'change_email');
    await world.service.takeBackEmail(token);
    expect(await refusal(world.service.takeBackEmail(token))).toBe(Invalid_token);
    expect(await refusal(world.service.checkRecovery(recovery))).toBe(Invalid_token);
    expect(await refusal(world.service.changeEmail(pending))).toBe(Invalid_token);
    await register(world, 'eve'); // the address is free at once
  });

  it('stays possible for the first owner, whatever was done since', async () => {
    const { world, ada, token } = await changedToEve();
    await change(world, ada, 'mallory');
    const ofEve = mailedToken(world, 'email_changed');
    const changes = { currentPassword: PASSWORD, newPassword: NEW };
    await world.service.updateUser({ id: ada.user.id, changes }, ada);
    await world.service.takeBackEmail(ofEve); // by whoever reads the mails of Eve
    await world.service.takeBackEmail(token);
    expect(await world.ports.users.findById(ada.user.id)).toMatchObject({ adresseMail: emailOf('ada') });
    expect(await refusal(register(world, 'ada'))).toBe(Email_already_exists);
  });

  it('makes the links to later addresses void', async () => {
    const { world, ada, token } = await changedToEve();
    await change(world, ada, 'mallory');
    const ofEve = mailedToken(world, 'email_changed');
    await world.service.takeBackEmail(token);
    expect(await refusal(world.service.takeBackEmail(ofEve))).toBe(Invalid_token);
  });

  it('gives an address back as unconfirmed that was never confirmed', async () => {
    const { world, ada } = await withAda();
    await change(world, ada, 'eve');
    await world.service.takeBackEmail(mailedToken(world, 'email_changed'));
    expect(await world.ports.users.findById(ada.user.id)).toMatchObject({ isVerified: false });
  });

  it('at the same time as another change of that account leaves it with one of both', async () => {
    const { world, ada, token } = await changedToEve();
    await ask(world, ada, emailOf('mallory'));
    const pending = mailedToken(world, 'change_email');
    const { takeBackEmail, changeEmail } = world.service;
    expect(await tally([takeBackEmail(token), changeEmail(pending)])).toEqual({ resolved: 1, [Invalid_token]: 1 });
    if ((await world.ports.users.findByEmail(emailOf('ada'))) === null) await takeBackEmail(token);
    expect(await world.ports.users.findById(ada.user.id)).toMatchObject({ adresseMail: emailOf('ada') });
  });
});
