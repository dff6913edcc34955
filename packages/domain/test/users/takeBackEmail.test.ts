import { describe, expect, it } from 'vitest';
import { Responses, UnavailableError } from '../../src/index.ts';
import { after } from '../support/intercept.ts';
import { emailOf, logIn, mailedToken, member, openWorld, PASSWORD, refusal, register } from '../support/world.ts';
import { ask, change, lastMails, withAda } from './asking.ts';

const { Invalid_token, Invalid_credentials, Email_already_exists } = Responses.User;
const { Unauthorized } = Responses.General;
const NEW = 'battery staple';
const DAY = 86_400_000;

/** What happens while the service works: each of `beforeCommits` runs before one commit of a user. */
interface Meanwhile {
  beforeCommits: (() => Promise<unknown>)[];
  /** Each runs before a read of an algorithm. */
  beforeReads: (() => Promise<unknown>)[];
  isMailerDown: boolean;
}

/** Ada's address, confirmed unless another is said, was changed to Eve's. */
async function changedToEve({ isConfirmed = true } = {}) {
  const meanwhile: Meanwhile = { beforeCommits: [], beforeReads: [], isMailerDown: false };
  const { world, ada } = await withAda({
    policy: { limits: null },
    async step(call, work) {
      if (call === 'users.change') await meanwhile.beforeCommits.shift()?.();
      if (call === 'algos.findById') await meanwhile.beforeReads.shift()?.();
      if (call === 'mailer.send' && meanwhile.isMailerDown) throw new UnavailableError();
      return work();
    },
  });
  if (isConfirmed) await world.service.confirmUser(mailedToken(world, 'confirm'));
  await change(world, ada, 'eve');
  return { world, ada, meanwhile, token: mailedToken(world, 'email_changed') };
}

describe('taking an e-mail address back', () => {
  it('ends all sessions and the password; the owner chooses a new one by mail', async () => {
    const { world, ada, token } = await changedToEve();
    const session = await logIn(world, 'eve');
    for (let times = 0; times < 2; times += 1)
      expect(await world.service.checkEmailBack(token)).toEqual({ adresseMail: emailOf('ada'), pseudo: 'ada' });
    expect(await world.service.takeBackEmail(token)).toBeUndefined();
    expect(lastMails(world, 1)).toEqual([['email_taken_back', emailOf('ada')]]);
    expect(await refusal(world.service.authenticate(session.token))).toBe(Unauthorized);
    for (const name of ['eve', 'ada']) expect(await refusal(logIn(world, name))).toBe(Invalid_credentials);
    expect([...world.data.sessions.values()]).toEqual([]);
    const reset = { token: mailedToken(world, 'email_taken_back'), changes: { password: NEW } };
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
    await world.service.takeBackEmail(ofEve); // by somebody who reads the mails of Eve
    await world.service.takeBackEmail(token);
    expect(await world.ports.users.findById(ada.user.id)).toMatchObject({ adresseMail: emailOf('ada') });
    expect(await refusal(register(world, 'ada'))).toBe(Email_already_exists);
  });

  it('stays possible for the first owner as long as for anybody later, who is told of it', async () => {
    const { world, ada, token } = await changedToEve(); // by a thief, who reads the mails of Eve
    world.clock.advance(4 * DAY);
    await change(world, ada, 'olga'); // the new address of the owner
    const ofEve = mailedToken(world, 'email_changed');
    world.clock.advance(6 * DAY);
    await world.service.resumeWork();
    expect(await refusal(world.service.checkEmailBack(token))).toBe(Invalid_token); // the link of the first mail has ended
    expect(await refusal(register(world, 'ada'))).toBe(Email_already_exists); // the address is reserved
    await world.service.takeBackEmail(ofEve);
    expect(lastMails(world, 2)).toEqual([
      ['email_displaced', emailOf('olga')],
      ['email_taken_back', emailOf('eve')],
    ]);
    world.clock.advance(7 * DAY - 1);
    await world.service.resumeWork();
    const thief = await member(world, 'thief');
    await ask(world, thief, emailOf('ada'));
    await world.service.takeBackEmail(mailedToken(world, 'email_reserved'));
    expect(await world.ports.users.findById(ada.user.id)).toMatchObject({ adresseMail: emailOf('ada') });
  });

  it('by an ordinary change tells the address that is left, and keeps the earlier ones reserved', async () => {
    const { world, ada } = await changedToEve();
    world.clock.advance(4 * DAY);
    await change(world, ada, 'olga');
    world.clock.advance(6 * DAY);
    await change(world, ada, 'eve');
    expect(lastMails(world, 1)).toEqual([['email_displaced', emailOf('olga')]]);
    world.clock.advance(7 * DAY - 1);
    await world.service.resumeWork();
    expect(await world.ports.users.findByFormerEmail(emailOf('ada'))).toMatchObject({ id: ada.user.id });
    expect(await world.ports.users.findByFormerEmail(emailOf('olga'))).toBeNull();
  });

  it('is not needed by an owner who changes the address back, and nobody can undo that', async () => {
    const { world, ada } = await changedToEve();
    await change(world, ada, 'mallory');
    const ofEve = mailedToken(world, 'email_changed');
    await change(world, ada, 'ada');
    expect(await refusal(world.service.takeBackEmail(ofEve))).toBe(Invalid_token);
    expect(await world.ports.users.findById(ada.user.id)).toMatchObject({
      adresseMail: emailOf('ada'),
      emailChange: { former: [] },
    });
  });

  it('gives an address back as unconfirmed that was never confirmed', async () => {
    const { world, ada } = await withAda();
    await change(world, ada, 'eve');
    await world.service.takeBackEmail(mailedToken(world, 'email_changed'));
    expect(await world.ports.users.findById(ada.user.id)).toMatchObject({ isVerified: false });
  });

  it('that is committed gets its mail from the resume pass if the mailer was out of reach', async () => {
    const { world, token, meanwhile } = await changedToEve();
    meanwhile.isMailerDown = true;
    expect(await world.service.takeBackEmail(token)).toBeUndefined();
    expect(world.problems).toEqual([
      'mail to the e-mail address that was displaced',
      'mail about the e-mail address that was taken back',
    ]);
    meanwhile.isMailerDown = false;
    world.clock.advance(60_001);
    for (let times = 0; times < 2; times += 1) await world.service.resumeWork();
    expect(lastMails(world, 3)).toEqual([
      ['email_changed', emailOf('ada')],
      ['password_changed', emailOf('ada')],
      ['email_displaced', emailOf('eve')],
    ]);
  });

  it.each(['a take-back', 'a change to a former address'])(
    'is made known to the address that is left, also if the process ended right after the commit: %s',
    async (kind) => {
      const { world, ada, token } = await changedToEve();
      const dies = after('users.change', () => Promise.reject(new Error('the process ended')));
      const dying = openWorld({ replace: world.ports, step: dies });
      if (kind !== 'a take-back') await ask(world, ada, emailOf('ada'));
      const operation =
        kind === 'a take-back'
          ? dying.service.takeBackEmail(token)
          : dying.service.changeEmail(mailedToken(world, 'change_email'));
      await expect(operation).rejects.toThrow('the process ended');
      world.clock.advance(60_001);
      for (let times = 0; times < 2; times += 1) await world.service.resumeWork();
      const displaced = world.ports.mailer.sent.filter(({ mail }) => mail.kind === 'email_displaced');
      expect(displaced).toMatchObject([{ recipient: { adresseMail: emailOf('eve'), pseudo: 'ada' } }]);
      expect((await world.ports.users.findById(1))?.due).toEqual([]);
    },
  );
});

describe('a take-back of an address that was never confirmed', () => {
  const shared = [{ idUtilisateur: 2, droits: 'ReadWrite' }];

  /** Ada's unconfirmed address was changed to Eve's, who owns algorithm 1 now; Bob is user 2. */
  async function squatted() {
    const opened = await changedToEve({ isConfirmed: false });
    await register(opened.world, 'bob');
    const { caller } = await logIn(opened.world, 'eve');
    await opened.world.service.createAlgo({ ownerId: 1, nom: 'algo', sourceCode: {} }, caller);
    const share = () => opened.world.service.patchAlgo({ id: 1, changes: { permsAlgorithme: shared } }, caller);
    const rights = () => opened.world.data.algos.get(1)?.permsAlgorithme;
    return { ...opened, share, rights };
  }

  it('withdraws every right that the account gave, also if the address is confirmed before the reset', async () => {
    const { world, token, share, rights } = await squatted();
    await share();
    await world.service.takeBackEmail(token);
    expect(rights()).toEqual([]);
    expect(await world.ports.users.findById(1)).toMatchObject({ isVerified: false, due: [] });
  });

  it.each(['the take-back', 'the reset after it'])('refuses a right that is given during %s', async (until) => {
    const { world, token, meanwhile, share, rights } = await squatted();
    meanwhile.beforeCommits = [];
    meanwhile.beforeReads = [
      async () => {
        await world.service.takeBackEmail(token);
        if (until === 'the take-back') return;
        const reset = { token: mailedToken(world, 'email_taken_back'), changes: { password: NEW } };
        await world.service.resetPassword(reset);
      },
    ];
    expect(await refusal(share())).toBe(Unauthorized);
    await world.service.resumeWork();
    expect(rights()).toEqual([]);
  });
});

describe('a take-back at the same time as', () => {
  it('other changes of that account wins', async () => {
    const { world, ada, token, meanwhile } = await changedToEve();
    await ask(world, ada, emailOf('mallory'));
    const pending = mailedToken(world, 'change_email');
    meanwhile.beforeCommits = [
      async () => {
        await world.service.changeEmail(pending);
        await ask(world, ada, emailOf('bea'));
      },
    ];
    expect(await world.service.takeBackEmail(token)).toBeUndefined();
    expect(meanwhile.beforeCommits).toEqual([]);
    expect(await world.ports.users.findById(ada.user.id)).toMatchObject({ adresseMail: emailOf('ada') });
    expect(lastMails(world, 1)).toEqual([['email_taken_back', emailOf('ada')]]);
    expect(await world.service.checkRecovery(mailedToken(world, 'email_taken_back'))).toEqual({
      adresseMail: emailOf('ada'),
    });
  });

  it('one of an earlier address is refused, and no mail goes out for it', async () => {
    const { world, ada, token, meanwhile } = await changedToEve();
    await change(world, ada, 'mallory');
    const ofEve = mailedToken(world, 'email_changed');
    meanwhile.beforeCommits = [() => world.service.takeBackEmail(token)];
    expect(await refusal(world.service.takeBackEmail(ofEve))).toBe(Invalid_token);
    expect(lastMails(world, 3)).toEqual([
      ['email_changed', emailOf('eve')],
      ['email_displaced', emailOf('mallory')],
      ['email_taken_back', emailOf('ada')],
    ]);
  });

  it('one of a later address wins, and makes the link of that one void', async () => {
    const { world, ada, token, meanwhile } = await changedToEve();
    await change(world, ada, 'mallory');
    const ofEve = mailedToken(world, 'email_changed');
    let recovery = '';
    meanwhile.beforeCommits = [
      async () => {
        await world.service.takeBackEmail(ofEve);
        recovery = mailedToken(world, 'email_taken_back');
      },
    ];
    expect(await world.service.takeBackEmail(token)).toBeUndefined();
    expect(lastMails(world, 1)).toEqual([['email_taken_back', emailOf('ada')]]);
    expect(await refusal(world.service.checkRecovery(recovery))).toBe(Invalid_token);
    expect(await world.service.checkRecovery(mailedToken(world, 'email_taken_back'))).toEqual({
      adresseMail: emailOf('ada'),
    });
  });
});
