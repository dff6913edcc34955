import { describe, expect, it } from 'vitest';
import { changedUser } from '../../src/index.ts';
import { dueOf } from '../../testkit/suites/samples.ts';
import { after, failing } from '../support/intercept.ts';
import { emailOf, logIn, mailedToken, member, openWorld, PASSWORD } from '../support/world.ts';

const MINUTE = 60_000;
const NEW = 'battery staple';

const notices = ({ ports }: Pick<ReturnType<typeof openWorld>, 'ports'>) =>
  ports.mailer.sent.filter(({ mail }) => mail.kind === 'password_changed');

describe('the mail about a new password', () => {
  /** Ada has a new password, set in French, and the mailer was down. */
  const owing = async (how: 'change' | 'reset') => {
    const { ports, clock } = openWorld();
    const complete = openWorld({ replace: ports });
    const caller = await member(complete, 'ada');
    await complete.service.recoverPassword({ email: emailOf('ada') });
    const token = mailedToken({ ports }, 'recover');
    const down = openWorld({ replace: ports, step: failing('mailer.') });
    const asked = { ...caller, locale: 'fr' as const };
    if (how === 'reset') await down.service.resetPassword({ token, changes: { password: NEW } }, asked);
    else await down.service.updateUser({ id: 1, changes: { currentPassword: PASSWORD, newPassword: NEW } }, asked);
    expect(down.problems).toEqual(['mail about the new password']);
    return { ports, clock, service: complete.service };
  };

  it.each(['change', 'reset'] as const)('is due from the commit of a %s, and sent once after a minute', async (how) => {
    const { ports, clock, service } = await owing(how);
    expect((await ports.users.findById(1))?.due).toMatchObject([{ kind: 'notice', date: clock.now(), locale: 'fr' }]);
    clock.advance(MINUTE);
    await service.resumeWork();
    expect(notices({ ports })).toEqual([]);
    clock.advance(1);
    await service.resumeWork();
    await service.resumeWork();
    expect(notices({ ports })).toMatchObject([{ recipient: { adresseMail: emailOf('ada'), locale: 'fr' } }]);
    expect((await ports.users.findById(1))?.due).toEqual([]);
    await logIn({ service }, 'ada', NEW);
  });

  it('is sent if the process ended right after the commit', async () => {
    const { ports, clock } = openWorld();
    const complete = openWorld({ replace: ports });
    const caller = await member(complete, 'ada');
    const dies = after('users.change', () => Promise.reject(new Error('the process ended')));
    const dying = openWorld({ replace: ports, step: dies });
    const changes = { currentPassword: PASSWORD, newPassword: NEW };
    await expect(dying.service.updateUser({ id: 1, changes }, caller)).rejects.toThrow('the process ended');
    clock.advance(2 * MINUTE);
    await complete.service.resumeWork();
    expect(notices({ ports })).toHaveLength(1);
  });

  it('of a newer password stays due when the mail of an older one is sent', async () => {
    const { ports, clock } = openWorld();
    const complete = openWorld({ replace: ports });
    const caller = await member(complete, 'ada');
    const newer = async () => {
      clock.advance(1);
      const user = await ports.users.findById(1);
      const version = user?.credentialsVersion ?? 0;
      const due = [dueOf('notice', { version: version + 1, date: clock.now() })];
      await ports.users.change(1, (now) => changedUser(now, version, { mdpHash: 'newer', due }));
    };
    const slow = openWorld({ replace: ports, step: after('mailer.send', newer) });
    await slow.service.updateUser({ id: 1, changes: { currentPassword: PASSWORD, newPassword: NEW } }, caller);
    clock.advance(2 * MINUTE);
    await complete.service.resumeWork();
    expect(notices({ ports })).toHaveLength(2);
  });

  it('is due after no other change, and not sent to a deleted user', async () => {
    const world = openWorld();
    const caller = await member(world, 'bob');
    await world.service.updateUser({ id: 1, changes: { currentPassword: PASSWORD, pseudo: 'Robert' } }, caller);
    expect((await world.ports.users.findById(1))?.due).toEqual([]);
    const { ports, clock, service } = await owing('change');
    await ports.users.markDeleted(1);
    clock.advance(2 * MINUTE);
    await service.resumeWork();
    expect(notices({ ports })).toEqual([]);
  });
});
