import { describe, expect, it } from 'vitest';
import { changedUser, createAdministration, Responses, withChangedEmail, withEmailTakenBack } from '../../src/index.ts';
import { before, intercept, type Step } from '../support/intercept.ts';
import { emailOf, logIn, openWorld, PASSWORD, refusal, register, type World } from '../support/world.ts';

const { Forbidden } = Responses.Admin;
const { Unauthorized } = Responses.General;

/** Grace may act, and her request was authenticated; Ada is a user. */
async function opened(world: World = openWorld()) {
  const accounts = createAdministration(world.ports);
  const { id } = await register(world, 'grace');
  await accounts.confirmAccount(id);
  await accounts.grantServiceRight({ id, right: 'act' });
  const { caller } = await logIn(world, 'grace');
  const ada = await register(world, 'ada');
  return { ...world, accounts, caller, id, ada };
}
type Scene = Awaited<ReturnType<typeof opened>>;

const ENDS: readonly (readonly [what: string, work: (scene: Scene) => Promise<unknown>, code: string])[] = [
  ['was taken', ({ accounts, id }) => accounts.revokeServiceRight(id), Forbidden],
  ['became one to look', ({ accounts, id }) => accounts.grantServiceRight({ id, right: 'look' }), Forbidden],
  ['went with a disabled account', ({ accounts, id }) => accounts.disableAccount(id), Unauthorized],
  [
    'went with a new password',
    ({ accounts, id }) => accounts.setAccountPassword({ id, password: 'another password' }),
    Unauthorized,
  ],
  ['went with a deleted account', ({ accounts, id }) => accounts.deleteAccount(id), Unauthorized],
];

describe('the right over the service', () => {
  it('is given by no registration and no change of an account that asks for it', async () => {
    const { service, ports } = await opened();
    const right = { serviceRight: 'act' };
    const input = { email: emailOf('eve'), password: PASSWORD, pseudo: 'Eve', ...right };
    const { id } = await service.registerUser(input);
    const { caller } = await logIn({ service }, 'eve');
    await service.updateUser({ id, changes: { pseudo: 'Mallory', currentPassword: PASSWORD, ...right } }, caller);
    expect(await ports.users.findById(id)).toMatchObject({ pseudo: 'Mallory', serviceRight: null });
  });

  it.each(ENDS)('that %s after the request was authenticated allows nothing', async (_what, work, code) => {
    const scene = await opened();
    await work(scene);
    const { service, caller, ada, ports } = scene;
    expect(await refusal(service.adminDisable(ada.id, caller))).toBe(code);
    expect(await refusal(service.adminDelete({ id: ada.id, proof: { currentPassword: PASSWORD } }, caller))).toBe(code);
    expect(await ports.users.findById(ada.id)).toMatchObject({ isDisabled: false });
  });

  it('that is taken while the password of a deletion is compared deletes nothing', async () => {
    let revoke = (): Promise<unknown> => Promise.resolve();
    const step: Step = async (name, run) => {
      if (name === 'hasher.verify') await revoke();
      return run();
    };
    const scene = await opened(openWorld({ step }));
    revoke = () => scene.accounts.revokeServiceRight(scene.id);
    const { service, caller, ada, ports } = scene;
    const proof = { currentPassword: PASSWORD };
    expect(await refusal(service.adminDelete({ id: ada.id, proof }, caller))).toBe(Forbidden);
    expect(await ports.users.findById(ada.id)).not.toBeNull();
  });

  it('is not given to an account whose unconfirmed address is taken back meanwhile', async () => {
    const { ports } = openWorld();
    const { id } = await createAdministration(ports).createAccount({
      email: emailOf('ada'),
      password: PASSWORD,
      pseudo: 'Ada',
    });
    await ports.users.change(id, (now) =>
      changedUser(now, 1, { pendingEmail: { adresseMail: emailOf('bea'), date: 1 } }),
    );
    const moved = await ports.users.change(id, (now) =>
      withChangedEmail(now, { date: 1, locale: 'en', emailCase: 'exact' }),
    );
    const back = { version: moved?.emailChange.version ?? 0, mdpHash: 'unknown', date: 2, locale: 'en' } as const;
    const takeBack = before('users.change', () => ports.users.change(id, (now) => withEmailTakenBack(now, back)));
    const grant = createAdministration(intercept(ports, takeBack)).grantServiceRight({ id, right: 'act' });
    expect(await refusal(grant)).toBe(Responses.User.Not_verified);
    expect(await ports.users.findById(id)).toMatchObject({ adresseMail: emailOf('ada'), serviceRight: null });
  });
});

it('a damaged account counts as no owner of the service, and can be deleted by one', async () => {
  const { service, caller, ada, ports, data } = await opened();
  data.damage({ place: 'users', id: ada.id, field: 'mdpHash' });
  await service.adminDelete({ id: ada.id, proof: { currentPassword: PASSWORD } }, caller);
  expect(await ports.users.existing([ada.id])).toEqual([]);
});
