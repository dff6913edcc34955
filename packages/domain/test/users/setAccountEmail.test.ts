import { describe, expect, it } from 'vitest';
import { createAdministration, Responses } from '../../src/index.ts';
import { MOST_FORMER_EMAILS } from '../../src/user.ts';
import { before, intercept } from '../support/intercept.ts';
import { emailOf, logIn, mailedToken, member, refusal } from '../support/world.ts';
import { ask, lastMails, withAda } from './asking.ts';

const { Email_already_exists, Email_changed_too_often, Invalid_token, Not_found } = Responses.User;

const MINUTES = 120_000;

async function scene() {
  const { world, ada } = await withAda();
  const accounts = createAdministration(world.ports);
  const set = (name: string, id = ada.user.id) => accounts.setAccountEmail({ id, email: emailOf(name) });
  return { world, ada, set };
}

describe('a change of the e-mail address by an operator', () => {
  it('leaves the user as a change by the link does, whatever was pending', async () => {
    const [byLink, byOperator] = [await withAda(), await scene()];
    await byLink.ask('bea');
    await byLink.world.service.changeEmail(mailedToken(byLink.world, 'change_email'));
    await ask(byOperator.world, byOperator.ada, emailOf('cleo'));
    const pending = mailedToken(byOperator.world, 'change_email');
    await byOperator.set('bea');
    byOperator.world.clock.advance(MINUTES);
    await byOperator.world.service.resumeWork();
    const [expected, found] = await Promise.all(
      [byLink, byOperator].map(({ world, ada }) => world.ports.users.findById(ada.user.id)),
    );
    const { mdpHash: _one, ...changed } = expected ?? {};
    expect(found).toMatchObject(changed);
    expect(await refusal(byOperator.world.service.changeEmail(pending))).toBe(Invalid_token);
    expect(await byOperator.world.service.getUser(1, byOperator.ada), 'the session stays').toMatchObject({ id: 1 });
    await logIn(byOperator.world, 'bea');
  });

  it('writes to the address before, which can be taken back, and which nobody else can have', async () => {
    const { world, ada, set } = await scene();
    const bob = await member(world, 'bob');
    expect(await set('bea')).toMatchObject({ adresseMail: emailOf('bea'), isVerified: true });
    world.clock.advance(MINUTES);
    await world.service.resumeWork();
    expect(lastMails(world, 1)).toEqual([['email_changed', emailOf('ada')]]);
    expect(await refusal(set('ada', bob.user.id))).toBe(Email_already_exists);
    expect(await refusal(set('bea', bob.user.id))).toBe(Email_already_exists);
    expect((await world.ports.users.findById(bob.user.id))?.emailChange.pending, 'nothing is left').toBe(null);
    await world.service.takeBackEmail(mailedToken(world, 'email_changed'));
    expect(await world.ports.users.findById(ada.user.id)).toMatchObject({ adresseMail: emailOf('ada') });
  });

  it('is refused for an address that somebody takes in this moment', async () => {
    const { world, ada } = await scene();
    const ports = intercept(
      world.ports,
      before('users.change', () => member(world, 'bea')),
    );
    const set = createAdministration(ports).setAccountEmail({ id: ada.user.id, email: emailOf('bea') });
    expect(await refusal(set)).toBe(Email_already_exists);
    expect(await world.ports.users.findById(ada.user.id)).toMatchObject({ adresseMail: emailOf('ada') });
  });

  it('is decided again when the user changes something in between', async () => {
    const { world, ada } = await scene();
    const ports = intercept(
      world.ports,
      before('users.change', () => ask(world, ada, emailOf('cleo'))),
    );
    const { adresseMail } = await createAdministration(ports).setAccountEmail({ id: 1, email: emailOf('bea') });
    expect(adresseMail).toBe(emailOf('bea'));
  });

  it('changes nothing, and records nothing, with the present address, an absent account or a text that is none', async () => {
    const { world, set } = await scene();
    const events = world.ports.audit.events.length;
    const user = await world.ports.users.findById(1);
    await set('ada');
    expect(await world.ports.users.findById(1)).toEqual(user);
    expect(await refusal(set('bea', 99))).toBe(Not_found);
    const accounts = createAdministration(world.ports);
    expect(await refusal(accounts.setAccountEmail({ id: 1, email: 'ada' }))).toBe(Responses.General.Invalid_data);
    expect(world.ports.audit.events).toHaveLength(events);
  });

  it('is refused when as many former addresses can be taken back as may', async () => {
    const { set } = await scene();
    for (let count = 0; count < MOST_FORMER_EMAILS; count += 1) await set(`bea${count}`);
    expect(await refusal(set('cleo'))).toBe(Email_changed_too_often);
    expect(await set(`bea${MOST_FORMER_EMAILS - 1}`)).toMatchObject({ id: 1 });
  });
});
