import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, Responses } from '../../src/index.ts';
import {
  emailOf,
  logIn,
  mailedToken,
  member,
  openWorld,
  PASSWORD,
  refusal,
  register,
  type World,
} from '../support/world.ts';
import { change } from '../users/asking.ts';

const { Too_many_requests } = Responses.General;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The mails of a kind to the address of `name`. */
const mailsTo = ({ ports }: World, name: string, kind: string): number =>
  ports.mailer.sent.filter(({ recipient, mail }) => recipient.adresseMail === emailOf(name) && mail.kind === kind)
    .length;

/** Registers with the address of Victoria from an address of its own, uses the account and deletes it. */
async function squat(world: World, index: number, use: (world: World) => Promise<unknown>): Promise<void> {
  await register(world, 'victoria', { address: `198.51.100.${index}` });
  await use(world);
  const { caller } = await logIn(world, 'victoria');
  await world.service.deleteUser({ id: caller.user.id }, caller);
}

/** Sets this many new passwords; all are the same. */
async function changePassword(world: World, times: number): Promise<readonly string[]> {
  const { caller } = await logIn(world, 'victoria');
  const changes = { currentPassword: PASSWORD, newPassword: PASSWORD };
  const answers: string[] = [];
  for (let count = 0; count < times; count += 1) {
    const { user, session } = (await logIn(world, 'victoria')).caller;
    const answer = await refusal(world.service.updateUser({ id: caller.user.id, changes }, { user, session }));
    answers.push(answer.startsWith('resolved') ? 'done' : answer);
  }
  return answers;
}

describe('new passwords', () => {
  it('of one account are at most five in 30 minutes, each with its mail', async () => {
    const world = openWorld();
    await register(world, 'victoria');
    expect(await changePassword(world, 7)).toEqual([...Array(5).fill('done'), Too_many_requests, Too_many_requests]);
    expect(mailsTo(world, 'victoria', 'password_changed')).toBe(5);
    const refused = world.ports.audit.events.filter(({ action }) => action === 'limit.refused');
    expect(refused).toMatchObject([{ limit: 'newPassword', targetId: 1 }]);
    await logIn(world, 'victoria'); // nothing but new passwords is refused
    world.clock.advance(30 * MINUTE);
    expect(await changePassword(world, 1)).toEqual(['done']);
    expect(mailsTo(world, 'victoria', 'password_changed')).toBe(6);
  });

  it('by a recovery mail are not refused', async () => {
    const world = openWorld();
    await register(world, 'victoria');
    await changePassword(world, 6);
    await world.service.recoverPassword({ email: emailOf('victoria') });
    const reset = { token: mailedToken(world, 'recover'), changes: { password: 'battery staple' } };
    await world.service.resetPassword(reset);
    await logIn(world, 'victoria', 'battery staple');
  });

  it('have the bound of the policy', async () => {
    const limits = { ...DEFAULT_LIMITS, newPassword: { limit: 1, windowMs: 10 } };
    const world = openWorld({ policy: { limits } });
    await register(world, 'victoria');
    expect(await changePassword(world, 2)).toEqual(['done', Too_many_requests]);
    world.clock.advance(10);
    expect(await changePassword(world, 1)).toEqual(['done']);
  });

  it('of many accounts, one after the other with the same address, send no more mails to it', async () => {
    const world = openWorld();
    for (let index = 0; index < 4; index += 1) await squat(world, index, (squatted) => changePassword(squatted, 3));
    expect(mailsTo(world, 'victoria', 'password_changed')).toBe(5);
    expect(await world.ports.dueWork.listDue({ before: Number.MAX_SAFE_INTEGER, limit: 9 })).toEqual([]);
  });
});

describe('mails to an address with which strangers make one account after the other', () => {
  it('to confirm it are at most five a day, those of registrations and requests together', async () => {
    const world = openWorld();
    for (let index = 0; index < 19; index += 1) {
      await squat(world, index, ({ service }) => service.resendConfirmation({ email: emailOf('victoria') }));
    }
    expect(mailsTo(world, 'victoria', 'confirm')).toBe(5);
    world.clock.advance(24 * HOUR);
    await register(world, 'victoria');
    expect(mailsTo(world, 'victoria', 'confirm')).toBe(6);
    expect(world.problems).toEqual([]);
  });

  it('to confirm it are not due any more when the address has no room for them', async () => {
    const world = openWorld();
    for (let index = 0; index < 6; index += 1) await squat(world, index, async () => {});
    await register(world, 'victoria');
    world.clock.advance(2 * MINUTE);
    await world.service.resumeWork();
    expect(mailsTo(world, 'victoria', 'confirm')).toBe(5);
  });

  it('to recover the password are at most five for each password that an account has had', async () => {
    const world = openWorld();
    const ask = async () => {
      for (let index = 0; index < 9; index += 1) {
        await world.service.recoverPassword({ email: emailOf('victoria') }, { address: `203.0.113.${index}` });
      }
    };
    for (let index = 0; index < 5; index += 1) await squat(world, index, ask);
    expect(mailsTo(world, 'victoria', 'recover')).toBe(5);
  });

  it('about a change of it are at most five in seven days, if it was never confirmed', async () => {
    const world = openWorld();
    for (let index = 0; index < 9; index += 1) {
      await register(world, 'victoria', { address: `198.51.100.${index}` });
      const { caller } = await logIn(world, 'victoria');
      await change(world, caller, `thief${index}`);
      await world.service.deleteUser({ id: caller.user.id }, caller);
    }
    expect(mailsTo(world, 'victoria', 'email_changed')).toBe(5);
    await register(world, 'victoria');
    await world.service.recoverPassword({ email: emailOf('victoria') });
    const reset = { token: mailedToken(world, 'recover'), changes: { password: PASSWORD } };
    await world.service.resetPassword(reset); // she has the address, and confirms it by that
    await change(world, (await logIn(world, 'victoria')).caller, 'thief');
    expect(mailsTo(world, 'victoria', 'email_changed')).toBe(6);
  });
});

describe('accounts whose addresses differ only in the case of letters', () => {
  const NAMES = ['victoria', 'Victoria', 'VIctoria', 'VICtoria', 'VICToria', 'VICTOria', 'VICTORia'];
  const mailsToAll = (world: World, kind: string): number =>
    NAMES.reduce((sum, name) => sum + mailsTo(world, name, kind), 0);

  /** Sets a new password, the same as before. */
  async function setPassword(world: World, name: string): Promise<void> {
    const { caller } = await logIn(world, name);
    const changes = { currentPassword: PASSWORD, newPassword: PASSWORD };
    await world.service.updateUser({ id: caller.user.id, changes }, caller);
  }

  it('send no more mails to the mailbox than one account', async () => {
    const world = openWorld();
    for (const [index, name] of NAMES.entries()) {
      await register(world, name, { address: `198.51.100.${index}` });
      await world.service.resendConfirmation({ email: emailOf(name) });
      await setPassword(world, name);
      await change(world, (await logIn(world, name)).caller, `thief${index}`);
    }
    const kinds = ['confirm', 'password_changed', 'email_changed'];
    expect(kinds.map((kind) => mailsToAll(world, kind))).toEqual([5, 5, 5]);
    expect(world.problems).toEqual([]);
  });

  it('keep no mail about a new password from the user who confirmed the address, and no link to recover it', async () => {
    const world = openWorld();
    await register(world, 'victoria');
    await world.service.confirmUser(mailedToken(world, 'confirm'));
    for (const [index, name] of NAMES.slice(1).entries()) {
      const address = `198.51.100.${index}`;
      await register(world, name, { address });
      await setPassword(world, name);
      await world.service.recoverPassword({ email: emailOf(name) }, { address });
    }
    await setPassword(world, 'victoria');
    await world.service.recoverPassword({ email: emailOf('victoria') });
    expect(mailsTo(world, 'victoria', 'password_changed')).toBe(1);
    expect(mailsTo(world, 'victoria', 'recover')).toBe(1);
  });
});

it('a user whose password is changed again and again can ask for a link that works', async () => {
  const world = openWorld();
  await member(world, 'victoria');
  for (let round = 0; round < 5; round += 1) {
    for (let count = 0; count < 9; count += 1) {
      await world.service.recoverPassword({ email: emailOf('victoria') }, { address: `203.0.113.${count}` });
    }
    await changePassword(world, 1);
  }
  await world.service.recoverPassword({ email: emailOf('victoria') });
  await world.service.checkRecovery(mailedToken(world, 'recover'));
  expect(await changePassword(world, 1)).toEqual([Too_many_requests]); // so the link goes on to work
});
