import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import type { Step } from '../support/intercept.ts';
import { emailOf, logIn, mailedToken, member, openWorld, PASSWORD, refusal } from '../support/world.ts';

const { Missing_data, Too_many_requests } = Responses.General;
const { Wrong_password, Not_found, Forbidden } = Responses.User;

async function scene(deleteNeedsPassword: boolean, step?: Step) {
  const world = openWorld({ policy: { deleteNeedsPassword }, ...(step && { step }) });
  const [ada] = [await member(world, 'ada'), await member(world, 'grace')];
  const remove = (currentPassword?: unknown, id = 1) =>
    refusal(world.service.deleteUser({ id, proof: { currentPassword } }, ada));
  return { ...world, ada, remove };
}

describe('the deletion of an account that needs the password', () => {
  it('is refused without it, and with a wrong one, which counts as a failed login', async () => {
    const { remove, ports, data, service, ada } = await scene(true);
    for (const none of [undefined, null, '']) expect(await remove(none)).toBe(Missing_data);
    expect(await refusal(service.deleteUser({ id: 1 }, ada))).toBe(Missing_data);
    for (let count = 0; count < 10; count += 1) expect(await remove('wrong')).toBe(Wrong_password);
    expect(ports.audit.events.at(-1)).toMatchObject({ action: 'password.rejected', actorId: 1, targetId: 1 });
    expect(await remove(PASSWORD)).toBe(Too_many_requests);
    expect(data.users.has(1)).toBe(true);
  });

  it('is done with it', async () => {
    const { remove, data } = await scene(true);
    expect(await remove(PASSWORD)).toMatch(/^resolved/);
    expect([...data.users.keys()]).toEqual([2]);
  });

  it('is refused when the password is replaced meanwhile', async () => {
    let reset = async (): Promise<unknown> => undefined;
    const world = await scene(true, async (call, work) => {
      if (call === 'deletions.add') await reset();
      return work();
    });
    await world.service.recoverPassword({ email: emailOf('ada') });
    const token = mailedToken(world, 'recover');
    reset = () => world.service.resetPassword({ token, changes: { password: 'battery staple' } });
    expect(await world.remove(PASSWORD)).toBe(Wrong_password);
    await world.service.resumeWork();
    await logIn(world, 'ada', 'battery staple');
  });

  it('names a missing password first, and a wrong one last', async () => {
    const { remove } = await scene(true);
    expect(await remove(undefined, 99)).toBe(Missing_data);
    expect(await remove('wrong', 99)).toBe(Not_found);
    expect(await remove('wrong', 2)).toBe(Forbidden);
  });
});

it('the deletion of an account compares no password unless it is set so', async () => {
  const { remove, data } = await scene(false);
  expect(await remove('wrong')).toMatch(/^resolved/);
  expect([...data.users.keys()]).toEqual([2]);
});
