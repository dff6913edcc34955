import { describe, expect, it } from 'vitest';
import { Responses } from '../../src/index.ts';
import { newGrant } from '../../testkit/suites/samples.ts';
import { before, failing } from '../support/intercept.ts';
import { logIn, member, openWorld, PASSWORD, refusal, register, tally } from '../support/world.ts';

const { Unauthorized, Unavailable } = Responses.General;
const { Not_found, Invalid_credentials, Email_already_exists } = Responses.User;
const TEN_MINUTES = 600_000;

async function opened() {
  const world = openWorld();
  const [ada, bob] = [await member(world, 'ada'), await member(world, 'bob')];
  const create = (caller: typeof ada, nom: string) =>
    world.service.createAlgo({ ownerId: caller.user.id, nom, sourceCode: { nom } }, caller);
  return { ...world, world, ada, bob, create };
}

describe('the deletion of the own account', () => {
  it('removes the sessions, algorithms with content, folders and rights of the user, and nothing of other users', async () => {
    const { world, service, ports, data, contents, ada, bob, create } = await opened();
    const { token } = await logIn(world, 'ada');
    await create(ada, 'first');
    await create(ada, 'second');
    const { algo } = await create(bob, 'third');
    const grants = [{ idUtilisateur: ada.user.id, droits: 'ReadWrite' }];
    const changes = { nom: 'third', sourceCode: {}, permsAlgorithme: grants };
    const shared = await service.updateAlgo({ id: algo.id, changes }, bob);
    const drafts = { lastId: 1, folders: [{ id: 1, nom: 'drafts', parentId: null }] };
    for (const { user } of [ada, bob]) await ports.folders.compareAndSet(user.id, 0, drafts);

    expect(await service.deleteUser({ id: ada.user.id }, ada)).toBeUndefined();

    expect(await refusal(service.authenticate(token))).toBe(Unauthorized);
    expect(await refusal(service.login({ email: 'ada@example.org', password: PASSWORD }))).toBe(Invalid_credentials);
    expect([...data.users.keys(), ...data.algos.keys(), ...contents.published.keys()]).toEqual([2, 3, 3]);
    expect([...data.folders.values()].map(({ ownerId }) => ownerId)).toEqual([2]);
    expect([...data.sessions.values()].map(({ userId }) => userId)).toEqual([2]);
    const left = await ports.algos.findById(algo.id);
    expect(left).toMatchObject({ permsAlgorithme: [], version: shared.version + 1 });
    expect(left?.dateModification).toBe(shared.algo.dateModification);
  });

  it('removes the rights on any number of algorithms of others, also those that another server changes meanwhile', async () => {
    const { ports, data, ada, bob, create } = await opened();
    for (let count = 1; count <= 130; count += 1) {
      await create(bob, `algo ${count}`);
      await ports.algos.compareAndSet(count, 1, { permsAlgorithme: [newGrant(1), newGrant(3)] });
    }
    const meanwhile = before('algos.compareAndSet', async () => {
      const algo = await ports.algos.findById(1);
      await ports.algos.compareAndSet(1, algo?.version ?? 0, { nom: 'renamed' });
    });
    await openWorld({ replace: ports, step: meanwhile }).service.deleteUser({ id: 1 }, ada);
    for (const { permsAlgorithme } of data.algos.values()) expect(permsAlgorithme).toEqual([newGrant(3)]);
    expect(data.algos.get(1)).toMatchObject({ nom: 'renamed' });
  });

  it('removes any number of algorithms', async () => {
    const { service, data, contents, ada, create } = await opened();
    for (let count = 0; count < 201; count += 1) await create(ada, `algo ${count}`);
    await service.deleteUser({ id: 1 }, ada);
    expect([data.algos.size, contents.published.size]).toEqual([0, 0]);
  });

  it('frees the e-mail, and never the id', async () => {
    const { world, service, ada } = await opened();
    expect(await refusal(register(world, 'ada'))).toBe(Email_already_exists);
    await service.deleteUser({ id: 1 }, ada);
    expect(await register(world, 'ada')).toMatchObject({ id: 3 });
  });

  it('is audited', async () => {
    const { service, ports, ada } = await opened();
    await service.deleteUser({ id: 1 }, { ...ada, requestId: 'r1' });
    expect(ports.audit.events.at(-1)).toMatchObject({
      action: 'user.deleted',
      actorId: 1,
      targetId: 1,
      requestId: 'r1',
    });
  });

  it('happens once for many requests at once', async () => {
    const { service, ports, ada } = await opened();
    const all = Array.from({ length: 10 }, () => service.deleteUser({ id: 1 }, ada));
    expect(await tally(all)).toEqual({ resolved: 1, [Not_found]: 9 });
    expect(ports.audit.events.filter(({ action }) => action === 'user.deleted')).toHaveLength(1);
  });

  it('is kept in the deletion log for ten minutes', async () => {
    const { service, clock, ports, ada } = await opened();
    await service.deleteUser({ id: 1 }, ada);
    clock.advance(TEN_MINUTES - 1);
    await service.resumeWork();
    expect(await ports.deletions.list()).toHaveLength(1);
    clock.advance(1);
    await service.resumeWork();
    expect(await ports.deletions.list()).toEqual([]);
  });

  it('that fails half-way makes the user absent, is audited, and the rest is resumed', async () => {
    const { world, service, ports, data, contents, ada, create } = await opened();
    await create(ada, 'first');
    const down = openWorld({ replace: ports, step: failing('algos.idsWhere') });
    expect(await refusal(down.service.deleteUser({ id: 1 }, ada))).toBe(Unavailable);
    expect(ports.audit.events.at(-1)).toMatchObject({ action: 'user.deleted', targetId: 1 });
    expect(await refusal(logIn(world, 'ada'))).toBe(Invalid_credentials);
    expect(await refusal(register(world, 'ada'))).toBe(Email_already_exists);
    await service.resumeWork();
    expect([data.users.size, data.algos.size, contents.published.size]).toEqual([1, 0, 0]);
    await register(world, 'ada');
  });
});
