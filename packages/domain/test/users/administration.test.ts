import { describe, expect, it } from 'vitest';
import { ADMINISTRATION, createAdministration, createService, Responses, SERVICE_RIGHTS } from '../../src/index.ts';
import { openWorld, PASSWORD, refusal } from '../support/world.ts';

const EMAIL = 'ada@example.org';
const { Invalid_credentials, Not_found, Not_verified, Already_confirmed, Email_already_exists } = Responses.User;
const { Unauthorized, Invalid_data, Missing_data } = Responses.General;

/** A service with the account of Ada, who is logged in, and an administration on the same stores. */
async function scene() {
  const world = openWorld();
  const accounts = createAdministration(world.ports);
  const { service } = world;
  const { id } = await service.registerUser({ email: EMAIL, password: PASSWORD, pseudo: 'Ada' });
  const login = () => service.login({ email: EMAIL, password: PASSWORD });
  const { token } = await login();
  const actions = () =>
    world.ports.audit.events.map(({ action, actorId, targetId }) => ({ action, actorId, targetId }));
  return { ...world, accounts, id, login, token, actions };
}

describe('the right over the service', () => {
  it('is given to a user with a confirmed address, and taken', async () => {
    const { accounts, service, id, token, actions } = await scene();
    expect(await refusal(accounts.grantServiceRight({ id, right: 'act' }))).toBe(Not_verified);
    await accounts.confirmAccount(id);
    for (const right of SERVICE_RIGHTS) {
      expect(await accounts.grantServiceRight({ id, right })).toMatchObject({ id, serviceRight: right });
      expect((await service.authenticate(token)).user.serviceRight).toBe(right);
    }
    expect(await accounts.revokeServiceRight(id)).not.toHaveProperty('serviceRight');
    expect((await service.authenticate(token)).user.serviceRight).toBeNull();
    expect(actions().slice(-3)).toEqual([
      { action: 'owner.granted', actorId: null, targetId: id },
      { action: 'owner.granted', actorId: null, targetId: id },
      { action: 'owner.revoked', actorId: null, targetId: id },
    ]);
  });

  it('is refused for nobody, and for a right that there is not', async () => {
    const { accounts } = await scene();
    expect(await refusal(accounts.grantServiceRight({ id: 9, right: 'look' }))).toBe(Not_found);
    expect(await refusal(accounts.revokeServiceRight(9))).toBe(Not_found);
    const wrong = { id: 1, right: 'own' } as unknown as { id: number; right: 'look' };
    expect(await refusal(accounts.grantServiceRight(wrong))).toBe(Invalid_data);
  });
});

describe('a disabled account', () => {
  it('has no valid session and no login, in the words of a wrong password', async () => {
    const { accounts, service, id, login, token, actions } = await scene();
    expect(await accounts.disableAccount(id)).toMatchObject({ id, isDisabled: true });
    expect(await refusal(service.authenticate(token))).toBe(Unauthorized);
    expect(await refusal(login())).toBe(Invalid_credentials);
    expect(actions().slice(-2)).toEqual([
      { action: 'user.disabled', actorId: null, targetId: id },
      { action: 'login.failed', actorId: null, targetId: id },
    ]);
    await accounts.enableAccount(id);
    expect(await refusal(service.authenticate(token))).toBe(Unauthorized);
    await expect(login()).resolves.toMatchObject({ utilisateur: { id } });
    expect(actions().map(({ action }) => action)).toContain('user.enabled');
  });

  it('refuses a session even if a store had kept it valid', async () => {
    const { accounts, service, ports, id, token } = await scene();
    const [session] = await ports.sessionStore.listByUser(id, 1);
    const { credentialsVersion = 0 } = (await accounts.disableAccount(id)) && ((await ports.users.findById(id)) ?? {});
    if (session === undefined) throw new Error('Ada is not logged in');
    await ports.sessionStore.insert({ ...session, credentialsVersion });
    expect(await refusal(service.authenticate(token))).toBe(Unauthorized);
  });

  it('changes nothing of itself by a request that was authenticated before', async () => {
    const { accounts, service, ports, id, token } = await scene();
    const caller = await service.authenticate(token);
    await accounts.disableAccount(id);
    const before = await ports.users.findById(id);
    const currentPassword = PASSWORD;
    for (const work of [
      service.updateUser({ id, changes: { currentPassword, newPassword: 'another password' } }, caller),
      service.requestEmail({ id, changes: { currentPassword, newEmail: 'other@example.org' } }, caller),
      service.deleteUser({ id }, caller),
    ]) {
      expect(await refusal(work)).toBe(Unauthorized);
    }
    expect(await ports.users.findById(id)).toEqual(before);
  });

  it('stays disabled after a recovery of its password', async () => {
    const { accounts, service, ports, id } = await scene();
    await accounts.disableAccount(id);
    await service.recoverPassword({ email: EMAIL });
    const token = ports.mailer.sent.findLast(({ mail }) => mail.kind === 'recover')?.mail;
    if (token === undefined || !('token' in token)) throw new Error('no recovery mail');
    await service.resetPassword({ token: token.token, changes: { password: 'another password' } });
    expect(await accounts.findAccount(id)).toMatchObject({ isDisabled: true });
    expect(await refusal(service.login({ email: EMAIL, password: 'another password' }))).toBe(Invalid_credentials);
  });

  it('lets no login pass that had begun before', async () => {
    const world = await scene();
    let isFirst = true;
    const during = openWorld({
      replace: {
        ...world.ports,
        sessionStore: {
          ...world.ports.sessionStore,
          async insert(session) {
            if (isFirst) await world.accounts.disableAccount(world.id);
            isFirst = false;
            await world.ports.sessionStore.insert(session);
          },
        },
      },
    });
    expect(await refusal(during.service.login({ email: EMAIL, password: PASSWORD }))).toBe(Invalid_credentials);
    expect(await world.ports.sessionStore.listByUser(world.id, 9)).toEqual([]);
  });
});

describe('an administration', () => {
  it('lists accounts in pages', async () => {
    const { accounts, service } = await scene();
    await service.registerUser({ email: 'grace@example.org', password: PASSWORD, pseudo: 'Grace' });
    const first = await accounts.listAccounts({ limit: 1 });
    expect(first).toMatchObject({ accounts: [{ id: 1, adresseMail: EMAIL, isDisabled: false }], next: 1, damaged: [] });
    expect(first.accounts[0]).not.toHaveProperty('mdpHash');
    expect(await accounts.listAccounts({ after: 1 })).toMatchObject({ accounts: [{ id: 2 }], next: null });
    expect(await refusal(accounts.listAccounts({ limit: 1_001 }))).toBe(Invalid_data);
  });

  it('lists a hundred accounts unless told', async () => {
    const { accounts } = await scene();
    for (let count = 0; count < 100; count += 1)
      await accounts.createAccount({ email: `user${count}@example.org`, password: PASSWORD, pseudo: 'User' });
    const page = await accounts.listAccounts({});
    expect([page.accounts.length, page.next]).toEqual([100, 100]);
    expect((await accounts.listAccounts({ after: 100 })).accounts).toHaveLength(1);
  });

  it('finds an account by its id or its e-mail', async () => {
    const { accounts, id } = await scene();
    expect(await accounts.findAccount(id)).toEqual(await accounts.findAccount(EMAIL));
    for (const absent of [99, 'ADA@example.org', ''])
      expect(await refusal(accounts.findAccount(absent))).toBe(Not_found);
  });

  it('is found by an address as it was typed, with blanks and a domain with accents', async () => {
    const { accounts } = await scene();
    const made = await accounts.createAccount({ email: 'zoe@exämple.org', password: 'long enough', pseudo: 'Zoe' });
    for (const typed of ['zoe@exämple.org', ' zoe@xn--exmple-cua.org\n']) {
      expect(await accounts.findAccount(typed)).toEqual(made);
    }
  });

  it('creates an account, with a confirmation mail that is due unless it counts as confirmed', async () => {
    const { accounts, service, ports } = await scene();
    const grace = await accounts.createAccount({ email: 'grace@example.org', password: PASSWORD, pseudo: 'Grace' });
    const alan = { email: 'alan@example.org', password: PASSWORD, pseudo: 'Alan', isVerified: true };
    expect(await accounts.createAccount(alan)).toMatchObject({ isVerified: true });
    expect((await ports.users.findById(grace.id))?.due).toMatchObject([{ kind: 'confirmation' }]);
    expect((await ports.users.findByEmail(alan.email))?.due).toEqual([]);
    await expect(service.login({ email: alan.email, password: PASSWORD })).resolves.toBeDefined();
    expect(await refusal(accounts.createAccount(alan))).toBe(Email_already_exists);
    expect(await refusal(accounts.createAccount({ ...alan, password: 'short' }))).toBe(Invalid_data);
    expect(await refusal(accounts.createAccount({ ...alan, pseudo: '' }))).toBe(Missing_data);
  });

  it('confirms an account once', async () => {
    const { accounts, id } = await scene();
    expect(await accounts.confirmAccount(id)).toMatchObject({ isVerified: true });
    expect(await refusal(accounts.confirmAccount(id))).toBe(Already_confirmed);
    expect(await refusal(accounts.confirmAccount(99))).toBe(Not_found);
  });

  it('sets a password, ends the sessions, and lets the mail about it be due', async () => {
    const { accounts, service, ports, id, token, login } = await scene();
    await accounts.setAccountPassword({ id, password: 'another password' });
    expect(await refusal(service.authenticate(token))).toBe(Unauthorized);
    expect(await refusal(login())).toBe(Invalid_credentials);
    await expect(service.login({ email: EMAIL, password: 'another password' })).resolves.toBeDefined();
    expect((await ports.users.findById(id))?.due).toMatchObject([{ kind: 'notice', version: 2 }]);
    expect(await refusal(accounts.setAccountPassword({ id: 99, password: 'another password' }))).toBe(Not_found);
  });

  it('deletes an account with everything in it', async () => {
    const { accounts, service, ports, id, token } = await scene();
    const caller = await service.authenticate(token);
    const { algo } = await service.createAlgo({ ownerId: id, nom: 'Euclid', sourceCode: {} }, caller);
    await accounts.deleteAccount(id);
    await accounts.settled();
    expect(await ports.algos.findById(algo.id)).toBe(null);
    expect(await ports.sessionStore.listByUser(id, 9)).toEqual([]);
    expect(await refusal(accounts.findAccount(EMAIL))).toBe(Not_found);
    expect(await refusal(accounts.deleteAccount(id))).toBe(Not_found);
  });

  it('lists the sessions that are valid, without their digests, and ends them', async () => {
    const { accounts, service, clock, id, token, login } = await scene();
    clock.advance(1_000);
    await login();
    const sessions = await accounts.listAccountSessions(id);
    expect(sessions.map(({ dateCreation }) => dateCreation)).toEqual([clock.now(), clock.now() - 1_000]);
    expect(Object.keys(sessions[0] ?? {})).toEqual([
      'sessionId',
      'dateCreation',
      'dateUtilisation',
      'dateExpiration',
      'client',
      'address',
    ]);
    await accounts.endAccountSessions(id);
    expect(await refusal(service.authenticate(token))).toBe(Unauthorized);
    expect(await accounts.listAccountSessions(id)).toEqual([]);
    await expect(login(), 'the account is not disabled').resolves.toBeDefined();
  });

  it('works on ports that are getters of a class', async () => {
    const { ports: own, id } = await scene();
    const getters = Object.entries(own).map(([name, port]) => [name, { get: () => port }] as const);
    const ports = Object.create(Object.defineProperties({}, Object.fromEntries(getters)));
    expect((await createAdministration(ports).confirmAccount(id)).isVerified).toBe(true);
    expect((await createService(ports).login({ email: EMAIL, password: PASSWORD })).utilisateur.id).toBe(id);
  });

  it('has a method for each declaration', () => {
    const { settled, ...methods } = createAdministration(openWorld().ports);
    expect(typeof settled).toBe('function');
    expect(Object.keys(methods)).toEqual(Object.keys(ADMINISTRATION));
    for (const { summary } of Object.values(ADMINISTRATION)) {
      expect(summary).toMatch(/^[A-Z].*[^.]$/);
    }
  });
});

describe('the shares of an account', () => {
  it('are counted by algorithms and by people, each once, and not those of others', async () => {
    const { accounts, service, ports, id, token } = await scene();
    const caller = await service.authenticate(token);
    const people: number[] = [];
    for (const pseudo of ['Grace', 'Alan']) {
      const email = `${pseudo}@example.org`;
      people.push((await service.registerUser({ email, password: PASSWORD, pseudo })).id);
    }
    const [grace = 0, alan = 0] = people;
    const other = await service.authenticate(
      (await service.login({ email: 'Grace@example.org', password: PASSWORD })).token,
    );
    const create = (by: typeof caller) =>
      service.createAlgo({ ownerId: by.user.id, nom: 'Euclid', sourceCode: [] }, by).then(({ algo }) => algo.id);
    const share = (algoId: number, idUtilisateur: number, by: typeof caller) =>
      service.shareAlgo({ id: algoId, share: { idUtilisateur, droits: 'Read' } }, by);
    expect(await accounts.countAccountShares(id)).toEqual({ algos: 0, people: 0 });
    for (const with_ of [[grace, alan], [grace], []]) {
      const algo = await create(caller);
      for (const one of with_) await share(algo, one, caller);
    }
    await share(await create(other), id, other);
    for (let left = 60; left > 0; left -= 1) await create(caller); // more than a page
    await share(await create(caller), alan, caller);
    expect(await accounts.countAccountShares(id)).toEqual({ algos: 3, people: 2 });
    expect(await accounts.countAccountShares(grace)).toEqual({ algos: 1, people: 1 });
    expect(ports.audit.events.filter(({ actorId }) => actorId === null)).toEqual([]);
    expect(await refusal(accounts.countAccountShares(99))).toBe(Not_found);
  });
});
