import { describe, expect, it } from 'vitest';
import { changedUser, createAdministration, DEFAULT_POLICY, Responses, type ServiceOptions } from '../../src/index.ts';
import { before, failing, intercept, type Step } from '../support/intercept.ts';
import { emailOf, openWithAda, openWorld, PASSWORD, refusal, register } from '../support/world.ts';

const { Not_found } = Responses.User;

/** Ada and Bob, users 1 and 2, and an administration with `step` around its calls. */
async function scene(step: (world: ReturnType<typeof openWorld>) => Step = () => (_name, run) => run()) {
  const world = openWorld();
  for (const name of ['ada', 'bob']) await register(world, name);
  return { ...world, accounts: createAdministration(intercept(world.ports, step(world))) };
}

describe('an administration', () => {
  it('leaves damaged accounts out of a list, and names their ids', async () => {
    const { accounts, data } = await scene();
    data.damage({ place: 'users', id: 1, field: 'pseudo' });
    const page = await accounts.listAccounts({});
    expect(page).toMatchObject({ accounts: [{ id: 2 }], next: null, damaged: ['1'] });
  });

  it('tries a change again when another one of the same account comes first', async () => {
    const { accounts, ports } = await scene(({ ports }) =>
      before('users.change', async () => {
        const { credentialsVersion } = (await ports.users.findById(1)) ?? { credentialsVersion: 0 };
        await ports.users.change(1, (now) => changedUser(now, credentialsVersion, { mdpHash: 'of another change' }));
      }),
    );
    expect(await accounts.disableAccount(1)).toMatchObject({ id: 1, isDisabled: true });
    expect(await ports.users.findById(1)).toMatchObject({ isDisabled: true, mdpHash: 'of another change' });
  });

  describe.each(['deleteAccount', 'beginAccountDeletion'] as const)('by %s', (remove) => {
    it('notes a deletion before it begins, with its date', async () => {
      const noted: unknown[] = [];
      const { accounts, clock, ports } = await scene(({ data: { deletions } }) =>
        before('users.markDeleted', async () => noted.push(...deletions)),
      );
      await accounts[remove](2);
      expect(noted).toEqual([[2, clock.now()]]);
      expect(await ports.users.existing([1, 2])).toEqual([1]);
    });

    it('notes no deletion of an absent account', async () => {
      const { accounts, data } = await scene();
      expect(await refusal(accounts[remove](99))).toBe(Not_found);
      expect(data.deletions.size).toBe(0);
    });

    it('leaves a deletion to the one that came first', async () => {
      const { accounts, data, ports } = await scene(({ ports }) =>
        before('users.markDeleted', () => ports.users.markDeleted(2)),
      );
      expect(await refusal(accounts[remove](2))).toBe(Not_found);
      expect([...data.users.keys()]).toEqual([1, 2]);
      expect(ports.audit.events.map(({ action }) => action)).not.toContain('user.deleted');
    });
  });

  it.each([
    ['deleteAccount', 'algos.idsWhere'],
    ['beginAccountDeletion', 'sessionStore.deleteByUser'],
  ] as const)('audits a deletion by %s that fails half-way: the account is absent', async (remove, call) => {
    const { world } = await openWithAda();
    const accounts = createAdministration(intercept(world.ports, failing(call)));
    expect(await refusal(accounts[remove](1))).toBe(Responses.General.Unavailable);
    expect(await world.ports.users.existing([1])).toEqual([]);
    expect(world.ports.audit.events.at(-1)).toMatchObject({ action: 'user.deleted', targetId: 1 });
  });

  it('begins a deletion without a change of contents, and the next round of a service ends it', async () => {
    const changed: string[] = [];
    const { world, ada } = await openWithAda();
    await world.service.createAlgo({ ownerId: 1, nom: 'Sort', sourceCode: [1] }, ada);
    const watched = intercept(world.ports, (name, run) => {
      if (/^(contentStore|algos|bin|history|folders)\./.test(name)) changed.push(name);
      return run();
    });
    await createAdministration(watched).beginAccountDeletion(1);
    expect(changed).toEqual([]);
    expect(await refusal(world.service.authenticate(ada.session.digest))).toBe(Responses.General.Unauthorized);
    expect(world.data.sessions.size).toBe(0);
    await world.service.resumeWork();
    expect([world.data.users.size, world.data.algos.size]).toEqual([0, 0]);
  });

  it('writes to a new account in the language of the caller, or else of the service', async () => {
    const { ports } = openWorld();
    const accounts = createAdministration(ports);
    const create = (name: string, caller?: { readonly locale: 'fr' }) =>
      accounts.createAccount({ email: emailOf(name), password: PASSWORD, pseudo: name }, caller);
    for (const { id } of [await create('ada', { locale: 'fr' }), await create('bob')])
      expect((await ports.users.findById(id))?.due).toMatchObject([{ locale: id === 1 ? 'fr' : 'en' }]);
  });

  it('takes a policy, bounds and onProblem, and no other option', () => {
    const { ports } = openWorld();
    for (const options of [{ policy: DEFAULT_POLICY }, { bounds: { cachedBytes: 1 } }, { onProblem: () => {} }])
      expect(createAdministration(ports, options)).toBeDefined();
    const unknown: Omit<ServiceOptions, 'observer'> = { observer: {} } as object;
    expect(() => createAdministration(ports, unknown)).toThrow(
      new RangeError('createAdministration has no option observer'),
    );
  });
});
