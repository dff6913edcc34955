import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { before, breakable } from '../support/intercept.ts';
import {
  emailOf,
  logIn,
  mailedToken,
  member,
  openWorld,
  PASSWORD,
  refusal,
  register,
  tally,
} from '../support/world.ts';
import { ask, change, lastMails, withAda } from './asking.ts';

const { Invalid_token, Email_already_exists, Email_changed_too_often } = Responses.User;
const DAY = 86_400_000;

describe('a change of the e-mail address', () => {
  it('happens by the link, once; sessions stay, and the address counts as confirmed', async () => {
    const { world, ada, ask: asAda } = await withAda();
    await asAda('bea');
    const token = mailedToken(world, 'change_email');
    for (let times = 0; times < 2; times += 1)
      expect(await world.service.checkEmail(token)).toEqual({ adresseMail: emailOf('bea'), pseudo: 'ada' });
    expect(await world.service.changeEmail(token)).toBeUndefined();
    expect(await world.ports.users.findById(ada.user.id)).toMatchObject({
      adresseMail: emailOf('bea'),
      isVerified: true,
      due: [],
    });
    for (const again of [world.service.checkEmail(token), world.service.changeEmail(token)]) {
      expect(await refusal(again)).toBe(Invalid_token);
    }
    const own = await world.service.getUser(ada.user.id, ada);
    expect(own).toMatchObject({ adresseMail: emailOf('bea') });
    await logIn(world, 'bea');
    expect(world.ports.audit.events).toContainEqual(expect.objectContaining({ action: 'email.changed' }));
  });

  it('tells the old address, and voids the recovery links that went there', async () => {
    const { world, ada } = await withAda();
    await world.service.recoverPassword({ email: emailOf('ada') });
    const recovery = mailedToken(world, 'recover');
    await change(world, ada, 'bea');
    expect(lastMails(world, 1)).toEqual([['email_changed', emailOf('ada')]]);
    expect(await refusal(world.service.checkRecovery(recovery))).toBe(Invalid_token);
    await world.service.recoverPassword({ email: emailOf('bea') });
    expect(await world.service.checkRecovery(mailedToken(world, 'recover'))).toEqual({
      adresseMail: expect.any(String),
    });
  });

  it('works with the last link only, for a day, and not after a new password', async () => {
    const { world, ada, ask: asAda } = await withAda();
    await asAda('bea');
    const first = mailedToken(world, 'change_email');
    await asAda('cleo');
    const second = mailedToken(world, 'change_email');
    expect(await refusal(world.service.changeEmail(first))).toBe(Invalid_token);
    expect(await refusal(world.service.checkEmail(second))).toContain('resolved');
    const changes = { currentPassword: PASSWORD, newPassword: 'battery staple' };
    await world.service.updateUser({ id: ada.user.id, changes }, ada);
    expect(await refusal(world.service.changeEmail(second))).toBe(Invalid_token);
    const { caller } = await logIn(world, 'ada', 'battery staple');
    await ask(world, caller, emailOf('dora'), 'battery staple');
    const third = mailedToken(world, 'change_email');
    world.clock.advance(DAY - 1_000);
    expect(await refusal(world.service.checkEmail(third))).toContain('resolved');
    world.clock.advance(1_000);
    expect(await refusal(world.service.changeEmail(third))).toBe(Invalid_token);
    await world.service.resumeWork();
    expect((await world.ports.users.findById(ada.user.id))?.emailChange.pending).not.toBeNull();
    world.clock.advance(1);
    await world.service.resumeWork();
    expect((await world.ports.users.findById(ada.user.id))?.emailChange.pending).toBeNull();
  });

  it('is won by one of two users, and by a change or a registration', async () => {
    const { world, ask: asAda } = await withAda();
    const bob = await member(world, 'bob');
    await asAda('new');
    const ofAda = mailedToken(world, 'change_email');
    await ask(world, bob, emailOf('new'));
    const ofBob = mailedToken(world, 'change_email');
    const { changeEmail } = world.service;
    expect(await tally([changeEmail(ofAda), changeEmail(ofBob), register(world, 'new')])).toEqual({
      resolved: 1,
      [Email_already_exists]: 2,
    });
    const loser = (await world.ports.users.findByEmail(emailOf('ada'))) === null ? ofBob : ofAda;
    expect(await refusal(changeEmail(loser))).toBe(Email_already_exists);
  });

  it('reserves the old address for seven days', async () => {
    const { world, ada } = await withAda();
    const bob = await member(world, 'bob');
    await change(world, ada, 'bea');
    expect(await refusal(register(world, 'ada'))).toBe(Email_already_exists);
    await ask(world, bob, emailOf('ada'));
    expect(lastMails(world, 1)).toEqual([['email_reserved', emailOf('ada')]]);
    world.clock.advance(7 * DAY - 1_000);
    expect(await refusal(world.service.checkEmailBack(mailedToken(world, 'email_reserved')))).toContain('resolved');
    world.clock.advance(1_000);
    expect(await refusal(world.service.checkEmailBack(mailedToken(world, 'email_reserved')))).toBe(Invalid_token);
    await world.service.resumeWork();
    expect(await refusal(register(world, 'ada'))).toBe(Email_already_exists);
    world.clock.advance(1);
    await world.service.resumeWork();
    await register(world, 'ada');
  });

  it('is refused after five in seven days, at the request and at the link', async () => {
    const { world, ada } = await withAda({ policy: { limits: null } });
    for (const name of ['b1', 'b2', 'b3', 'b4']) await change(world, ada, name);
    await ask(world, ada, emailOf('b5'));
    const token = mailedToken(world, 'change_email');
    await world.service.changeEmail(token);
    expect(await refusal(ask(world, ada, emailOf('b6')))).toBe(Email_changed_too_often);
    world.clock.advance(7 * DAY + 1);
    await world.service.resumeWork();
    const { caller } = await logIn(world, 'b5');
    await change(world, caller, 'b6');
  });
});

it('the mail about a change that the mailer does not have is sent by the resume pass, with a link that ends as it would have', async () => {
  const { state, step } = breakable('mailer.send');
  const { world, ada, ask: asAda } = await withAda({ step });
  await asAda('bea');
  state.isDown = true;
  await world.service.changeEmail(mailedToken(world, 'change_email'));
  expect(world.problems).toContain('mail about the new e-mail address');
  state.isDown = false;
  world.clock.advance(60_001);
  for (let times = 0; times < 2; times += 1) await world.service.resumeWork();
  const sent = world.ports.mailer.sent.filter(({ mail }) => mail.kind === 'email_changed');
  expect(sent).toMatchObject([{ recipient: { adresseMail: emailOf('ada'), locale: 'en' } }]);
  const token = mailedToken(world, 'email_changed');
  world.clock.advance(7 * DAY - 60_001 - 1_000);
  expect(await world.service.checkEmailBack(token)).toEqual({ adresseMail: emailOf('ada'), pseudo: 'ada' });
  world.clock.advance(1_000);
  expect(await refusal(world.service.checkEmailBack(token))).toBe(Invalid_token);
  expect(ada.user.adresseMail).toBe(emailOf('ada'));
});

it('a change of the e-mail address by a link is refused when another address is asked for at the same time', async () => {
  const { world, ada, ask: asAda } = await withAda();
  await asAda('bea');
  const token = mailedToken(world, 'change_email');
  const step = before('users.change', () => ask(world, ada, emailOf('cleo')));
  expect(await refusal(openWorld({ replace: world.ports, step }).service.changeEmail(token))).toBe(Invalid_token);
  expect(await world.ports.users.findById(ada.user.id)).toMatchObject({
    adresseMail: emailOf('ada'),
    emailChange: { pending: { adresseMail: emailOf('cleo') } },
  });
});
