import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { interruptAtEveryStep, type Scenario } from '../support/crash.ts';
import { ENDINGS } from '../support/interruption.ts';
import { expectConsistent } from '../support/invariants.ts';
import { emailOf, logIn, mailedToken, PASSWORD, refusal, register, type World } from '../support/world.ts';

const { Unauthorized } = Responses.General;
const NEW = 'battery staple';

/** Ada, user 1, with two sessions. */
async function prepare(world: World) {
  await register(world, 'ada');
  const [own, other] = [await logIn(world, 'ada'), await logIn(world, 'ada')];
  await world.service.recoverPassword({ email: emailOf('ada') });
  return { own, other, recovery: mailedToken(world, 'recover') };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** Whether the password is right, and whether the earlier sessions are still valid. */
async function access({ service }: World, { own, other }: Prepared) {
  const lives = (token: string) =>
    refusal(service.authenticate(token).then(() => true)).then((answer) => answer !== Unauthorized);
  const opens = (password: string) =>
    refusal(logIn({ service }, 'ada', password).then(() => true)).then((answer) => answer === 'resolved to true');
  return {
    old: await opens(PASSWORD),
    new: await opens(NEW),
    own: await lives(own.token),
    other: await lives(other.token),
  };
}

async function expectRecovery({ service }: World, { recovery }: Prepared, expected: { isOpen: boolean; at: string }) {
  const answer = await refusal(service.checkRecovery(recovery).then(() => undefined));
  expect(answer, expected.at).toBe(expected.isOpen ? 'resolved to undefined' : Responses.User.Invalid_token);
}

/** A user with a new password got a mail about it: one, or two if the crash came between the mail and its record. */
function expectNotice({ ports }: World, hasNew: boolean, at: string): void {
  const notices = ports.mailer.sent.filter(({ mail }) => ['password_changed', 'account_recovered'].includes(mail.kind));
  expect(notices.length, at).toBeGreaterThanOrEqual(hasNew ? 1 : 0);
  expect(notices.length, at).toBeLessThanOrEqual(hasNew ? 2 : 0);
}

const UNCHANGED = { old: true, new: false, own: true, other: true };
const CHANGED = { old: false, new: true, own: true, other: false };
const NO_SESSION = { ...CHANGED, own: false };

// What these and other operations leave in the stores is in the fault model of the server.
const SCENARIOS: Record<string, Scenario<Prepared> & { readonly atLeast: number }> = {
  'a new password': {
    atLeast: 8,
    prepare,
    operate: (service, { own }) =>
      service.updateUser({ id: 1, changes: { currentPassword: PASSWORD, newPassword: NEW } }, own.caller),
    async check({ world, prepared, outcome, at }) {
      const found = await access(world, prepared);
      // A session whose version was not raised in time ends with the others: its user logs in again.
      expect(outcome === 'done' ? [CHANGED, NO_SESSION] : [UNCHANGED, CHANGED, NO_SESSION], at).toContainEqual(found);
      await expectRecovery(world, prepared, { isOpen: found.old, at });
      expectNotice(world, found.new, at);
    },
  },
  'a reset': {
    atLeast: 6,
    prepare,
    operate: (service, { recovery }) => service.resetPassword({ token: recovery, changes: { password: NEW } }),
    async check({ world, prepared, outcome, at }) {
      const found = await access(world, prepared);
      expect(outcome === 'done' ? [NO_SESSION] : [UNCHANGED, NO_SESSION], at).toContainEqual(found);
      await expectRecovery(world, prepared, { isOpen: found.old, at });
      expectNotice(world, found.new, at);
    },
  },
  'a registration': {
    atLeast: 6,
    prepare,
    operate: (service) => register({ service }, 'eve'),
    async check({ world, outcome, at }) {
      const mails = world.ports.mailer.sent.filter(({ recipient }) => recipient.adresseMail === emailOf('eve'));
      const isThere = world.data.users.has(2);
      if (outcome === 'done') expect(isThere, at).toBe(true);
      expect(mails.length, at).toBeGreaterThanOrEqual(isThere ? 1 : 0);
      expect(mails.length, at).toBeLessThanOrEqual(isThere ? 2 : 0);
      if (!isThere) await register(world, 'eve');
      await logIn(world, 'eve');
      await world.service.confirmUser(mailedToken(world, 'confirm'));
    },
  },
};

describe.each(Object.entries(SCENARIOS))('%s', (_name, scenario) => {
  it.each(ENDINGS)('that %s at any step is finished or did not happen', async (ending) => {
    const check: Scenario<Prepared>['check'] = async (interrupted) => {
      expectConsistent(interrupted.world, interrupted.at);
      await scenario.check(interrupted);
    };
    expect(await interruptAtEveryStep({ ...scenario, check }, ending)).toBeGreaterThanOrEqual(scenario.atLeast);
  });
});
