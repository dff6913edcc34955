import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { noting } from '../support/intercept.ts';
import { emailOf, logIn, mailedToken, member, refusal, register } from '../support/world.ts';
import { ask, change, lastMails, withAda } from '../users/asking.ts';

const { Email_already_exists, Invalid_token } = Responses.User;
const DAY = 86_400_000;
const NEW = 'battery staple';

describe('the link of a recovery mail', () => {
  it('works after requests for another address, which the reset drops', async () => {
    const { world, ada } = await withAda();
    await world.service.recoverPassword({ email: emailOf('ada') });
    const token = mailedToken(world, 'recover');
    for (const name of ['bea', 'cleo', 'ada', 'bea']) await ask(world, ada, emailOf(name));
    const changing = mailedToken(world, 'change_email');
    await world.service.resetPassword({ token, changes: { password: NEW } });
    expect(await refusal(world.service.changeEmail(changing))).toBe(Invalid_token);
    await logIn(world, 'ada', NEW);
  });

  it('is void after a change of the address, also when the account has the first address again', async () => {
    const { world, ada } = await withAda();
    await world.service.recoverPassword({ email: emailOf('ada') });
    const token = mailedToken(world, 'recover');
    for (const name of ['bea', 'ada']) {
      await change(world, ada, name);
      expect(await refusal(world.service.checkRecovery(token))).toBe(Invalid_token);
    }
  });
});

describe('a recovery mail for an address that an account has left', () => {
  it('has the link that takes the account back: nobody keeps the owner of the mailbox away by it', async () => {
    const { world, ada: thief } = await withAda(); // registered with the address of Ada
    await change(world, thief, 'thief');
    world.clock.advance(6 * DAY);
    expect(await refusal(register(world, 'ada'))).toBe(Email_already_exists);
    await world.service.recoverPassword({ email: emailOf('ada') }, { locale: 'fr' });
    expect(world.ports.mailer.sent.at(-1)).toMatchObject({
      recipient: { adresseMail: emailOf('ada'), locale: 'fr' },
      mail: { kind: 'email_reserved' },
    });
    await world.service.takeBackEmail(mailedToken(world, 'email_reserved'));
    const reset = { token: mailedToken(world, 'email_taken_back'), changes: { password: NEW } };
    await world.service.resetPassword(reset);
    expect((await logIn(world, 'ada', NEW)).caller.user.id).toBe(thief.user.id);
  });

  it('takes the same calls as for an unknown and a known address, five times within 30 minutes and above', async () => {
    const calls: string[] = [];
    const { world, ada } = await withAda({ step: noting(calls) });
    await member(world, 'bob');
    await change(world, ada, 'thief');
    const callsFor = async (name: string) => {
      calls.length = 0;
      expect(await world.service.recoverPassword({ email: emailOf(name) })).toBeUndefined();
      return calls.map((call) => call.replace('sendDecoy', 'send'));
    };
    for (let times = 0; times < 7; times += 1) {
      const reserved = await callsFor('ada');
      expect([await callsFor('nobody'), await callsFor('bob')]).toEqual([reserved, reserved]);
    }
    const sent = world.ports.mailer.sent.filter(({ mail }) => mail.kind === 'email_reserved');
    expect(sent).toHaveLength(5);
  });

  it('does not go out when the address can not be taken back any more', async () => {
    const { world, ada } = await withAda();
    await change(world, ada, 'thief');
    world.clock.advance(7 * DAY);
    await world.service.recoverPassword({ email: emailOf('ada') });
    expect(lastMails(world, 1)).toEqual([['email_changed', emailOf('ada')]]);
    expect(world.ports.mailer.decoys).toEqual(['recover']);
  });
});
