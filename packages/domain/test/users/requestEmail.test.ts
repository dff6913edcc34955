import { describe, expect, it } from 'vitest';
import { createAdministration, Responses } from '../../src/index.ts';
import { before, noting } from '../support/intercept.ts';
import {
  emailOf,
  logIn,
  mailedToken,
  member,
  openWorld,
  refusal,
  register,
  tally,
  type World,
} from '../support/world.ts';
import { ask, change, lastMails, withAda } from './asking.ts';

const { Invalid_token, Wrong_password, Not_found, Forbidden } = Responses.User;
const { Too_many_requests } = Responses.General;
const DAY = 86_400_000;

describe('a request for another e-mail address', () => {
  it('sends a link to the new address, and changes nothing', async () => {
    const { world, ada, ask } = await withAda();
    expect(await ask('bea')).toBeUndefined();
    expect(world.ports.mailer.sent.at(-1)).toEqual({
      recipient: { id: ada.user.id, adresseMail: emailOf('bea'), pseudo: 'ada', locale: 'fr' },
      mail: { kind: 'change_email', token: expect.any(String) },
    });
    expect(await world.ports.users.findByEmail(emailOf('bea'))).toBeNull();
    await logIn(world, 'ada');
    const event = { action: 'email.requested', actorId: ada.user.id, targetId: ada.user.id };
    expect(world.ports.audit.events.filter(({ action }) => action === 'email.requested')).toMatchObject([event]);
  });

  it('is for oneself, with the password, which is guarded as at a login', async () => {
    const { world, ada, ask: asAda } = await withAda();
    const bob = await register(world, 'bob');
    const input = { changes: { currentPassword: 'wrong one', newEmail: emailOf('new') } };
    expect(await refusal(world.service.requestEmail({ ...input, id: 99 }, ada))).toBe(Not_found);
    expect(await refusal(world.service.requestEmail({ ...input, id: bob.id }, ada))).toBe(Forbidden);
    const guesses = Array.from({ length: 10 }, () => asAda('new', 'wrong one'));
    expect(await tally(guesses)).toEqual({ [Wrong_password]: 10 });
    expect(await refusal(asAda('new'))).toBe(Too_many_requests);
    expect(lastMails(world, 1)).toEqual([['confirm', emailOf('bob')]]);
  });

  it('gets the same answer for a taken address, which gets a mail that says so, and calls the same ports', async () => {
    const calls: string[] = [];
    const { world, ada, ask: asAda } = await withAda({ step: noting(calls) });
    const carol = await member(world, 'carol');
    await change(world, carol, 'carla');
    const callsFor = async (name: string) => {
      calls.length = 0;
      expect(await asAda(name)).toBeUndefined();
      return calls.filter((call) => !call.startsWith('clock.') && !call.startsWith('mailer.'));
    };
    const free = await callsFor('free');
    for (const [taken, mail] of [
      ['carol', { kind: 'email_reserved', token: expect.any(String) }],
      ['carla', { kind: 'email_taken' }],
    ] as const) {
      expect(await callsFor(taken)).toEqual(free);
      const recipient = { id: carol.user.id, adresseMail: emailOf(taken), pseudo: 'carol', locale: 'fr' };
      expect(world.ports.mailer.sent.at(-1)).toEqual({ recipient, mail });
    }
    expect(await world.ports.users.findById(ada.user.id)).toMatchObject({ adresseMail: emailOf('ada') });
  });

  it('sends at most five mails to one address while a link works, in silence, and 30 from one address an hour', async () => {
    const { world, ask: asAda } = await withAda();
    await register(world, 'carol');
    for (const name of ['free', 'carol']) {
      for (let times = 0; times < 7; times += 1) await asAda(name);
      expect(world.ports.mailer.sent.filter(({ recipient }) => recipient.adresseMail === emailOf(name))).toHaveLength(
        name === 'free' ? 5 : 6, // with the mail of the registration
      );
      if (name === 'free') {
        const found = await world.service.checkEmail(mailedToken(world, 'change_email'));
        expect(found).toEqual({ adresseMail: emailOf(name), pseudo: 'ada' }); // the last link goes on to work
      }
    }
    expect(world.ports.mailer.decoys).toEqual(Array.from({ length: 4 }, () => 'change_email'));
    for (let number = 14; number < 30; number += 1) await asAda(`other${number}`);
    expect(await refusal(asAda('free'))).toBe(Too_many_requests);
    world.clock.advance(DAY);
  });

  it('of another account keeps nobody from confirming the address', async () => {
    const { world, ask: asAda } = await withAda();
    const eve = await member(world, 'eve');
    for (let times = 0; times < 7; times += 1) await ask(world, eve, emailOf('bea'));
    await asAda('bea');
    await world.service.changeEmail(mailedToken(world, 'change_email'));
    expect(await world.ports.users.findByEmail(emailOf('bea'))).toMatchObject({ pseudo: 'ada' });
  });

  it('of all accounts that were never confirmed sends at most 20 mails to one address a day', async () => {
    const { world, ada } = await withAda();
    await world.service.confirmUser(mailedToken(world, 'confirm'));
    const mailsToBea = () =>
      world.ports.mailer.sent.filter(({ recipient }) => recipient.adresseMail === emailOf('bea')).length;
    for (let number = 0; number < 25; number += 1) {
      const address = `198.51.100.${number}`;
      await register(world, `user${number}`, { address });
      const { caller } = await logIn(world, `user${number}`);
      await ask(world, { ...caller, address }, emailOf('bea'));
      await world.service.deleteUser({ id: caller.user.id }, caller);
    }
    expect(mailsToBea()).toBe(20);
    await ask(world, { ...ada, address: '203.0.113.1' }, emailOf('bea'));
    expect(mailsToBea()).toBe(21); // her own address is confirmed
    world.clock.advance(DAY);
    const { caller } = await logIn(world, 'ada');
    await register(world, 'late');
    await ask(world, (await logIn(world, 'late')).caller, emailOf('bea'));
    expect([mailsToBea(), caller.user.id]).toEqual([22, ada.user.id]);
  });

  it('for the present address withdraws what is pending, and sends no mail', async () => {
    const { world, ask: asAda } = await withAda();
    await asAda('bea');
    const token = mailedToken(world, 'change_email');
    const sent = world.ports.mailer.sent.length;
    expect(await asAda('ada')).toBeUndefined();
    expect(world.ports.mailer.sent).toHaveLength(sent);
    expect(await refusal(world.service.changeEmail(token))).toBe(Invalid_token);
  });

  it('for the present address withdraws what is pending above the limit of mails, too', async () => {
    const { world, ada, ask: asAda } = await withAda();
    for (let times = 0; times < 6; times += 1) await asAda('ada');
    await asAda('bea');
    await asAda('ada');
    expect(await world.ports.users.findById(ada.user.id)).toMatchObject({ emailChange: { pending: null } });
  });
});

describe('a request for another address at the same time as', () => {
  it('the change to that address asks for nothing more', async () => {
    const { world, ada, ask: asAda } = await withAda({ policy: { limits: null } });
    await asAda('bea');
    const token = mailedToken(world, 'change_email');
    const step = before('users.change', () => world.service.changeEmail(token));
    const late = openWorld({ replace: world.ports, policy: { limits: null }, step });
    expect(await ask(late, ada, emailOf('bea'))).toBeUndefined();
    expect(lastMails(world, 1)).toEqual([['email_changed', emailOf('ada')]]);
    expect(await world.ports.users.findById(ada.user.id)).toMatchObject({
      adresseMail: emailOf('bea'),
      emailChange: { pending: null, former: [{ adresseMail: emailOf('ada') }] },
    });
  });

  it('a change to a third address is recorded, and its link changes that one', async () => {
    const { world, ada, ask: asAda } = await withAda();
    await asAda('cleo');
    const step = before('users.change', () => world.service.changeEmail(mailedToken(world, 'change_email')));
    await ask(openWorld({ replace: world.ports, step }), ada, emailOf('bea'));
    await world.service.changeEmail(mailedToken(world, 'change_email'));
    expect(await world.ports.users.findById(ada.user.id)).toMatchObject({
      adresseMail: emailOf('bea'),
      emailChange: { former: [{ adresseMail: emailOf('ada') }, { adresseMail: emailOf('cleo') }] },
    });
  });

  it.each([
    ['a new password', Wrong_password, (world: World, id: number) => setPassword(world, id)],
    ['the deletion of the account', Not_found, (world: World, id: number) => world.ports.users.markDeleted(id)],
  ])('%s is refused, and sends no mail', async (_name, code, act) => {
    const { world, ada } = await withAda();
    const sent = world.ports.mailer.sent.length;
    const step = before('users.change', () => act(world, ada.user.id));
    expect(await refusal(ask(openWorld({ replace: world.ports, step }), ada, emailOf('bea')))).toBe(code);
    expect(world.ports.mailer.sent).toHaveLength(sent);
  });
});

const setPassword = ({ ports }: World, id: number) =>
  createAdministration(ports).setAccountPassword({ id, password: 'another password' });
