import { expect, it } from 'vitest';
import { type Administration, createAdministration, Responses } from '../../src/index.ts';
import { emailOf, openRegistered, openWorld, PASSWORD, register } from '../support/world.ts';

const NEW = { email: emailOf('grace'), password: PASSWORD, pseudo: 'Grace' };

type Work = (accounts: Administration, id: number) => Promise<unknown>;

const AUDITED: readonly (readonly [action: string, work: Work])[] = [
  ['user.confirmed', (accounts, id) => accounts.confirmAccount(id)],
  ['user.disabled', (accounts, id) => accounts.disableAccount(id)],
  ['user.enabled', (accounts, id) => accounts.enableAccount(id)],
  ['user.deleted', (accounts, id) => accounts.deleteAccount(id)],
  ['user.deleted', (accounts, id) => accounts.beginAccountDeletion(id)],
  ['password.set', (accounts, id) => accounts.setAccountPassword({ id, password: 'another password' })],
  ['email.changed', (accounts, id) => accounts.setAccountEmail({ id, email: emailOf('cleo') })],
  ['user.exported', (accounts, id) => accounts.exportAccount(id)],
  ['sessions.ended', (accounts, id) => accounts.endAccountSessions(id)],
];

it.each(AUDITED)('an administration records %s with the account that it is about', async (action, work) => {
  const world = await openRegistered();
  const { id } = await register(world, 'bob');
  const before = world.ports.audit.events.length;
  await work(createAdministration(world.ports), id);
  expect(world.ports.audit.events.slice(before)).toMatchObject([{ action, actorId: null, targetId: id }]);
});

it('an administration records user.registered with the account that it created', async () => {
  const { ports } = openWorld();
  const { id } = await createAdministration(ports).createAccount(NEW, { address: '192.0.2.7', traceId: 't1' });
  expect(ports.audit.events).toMatchObject([
    { action: 'user.registered', actorId: null, targetId: id, address: '192.0.2.7', traceId: 't1' },
  ]);
});

it('an administration that changes nothing records nothing', async () => {
  const { ports } = openWorld();
  const accounts = createAdministration(ports);
  for (const [, work] of AUDITED)
    await expect(work(accounts, 99)).rejects.toMatchObject({ code: Responses.User.Not_found });
  expect(ports.audit.events).toEqual([]);
});
