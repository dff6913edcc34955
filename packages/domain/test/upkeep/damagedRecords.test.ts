import { describe, expect, it } from 'vitest';
import { createService } from '../../src/createService.ts';
import { changedUser, DamagedError, UnavailableError } from '../../src/index.ts';
import { dueOf } from '../../testkit/suites/samples.ts';
import { emailOf, member, openWithAda, openWorld, PASSWORD, register, type World } from '../support/world.ts';
import { override } from '../testkit/suites/broken/broken.ts';

const MINUTE = 60_000;

/** The service of `world`, and the damaged records that it reports, each as `where: place/id`. */
function reporting({ ports }: World) {
  const damaged: string[] = [];
  const service = createService(ports, {
    onProblem: (problem, where) => {
      if (problem instanceof DamagedError) damaged.push(`${where}: ${problem.place}/${problem.id}`);
    },
  });
  return { service, damaged };
}

describe('a damaged record', () => {
  it('does not stop the work of resumeWork on others, and is reported each time', async () => {
    const world = openWorld();
    for (const name of ['ada', 'bob', 'eve']) await member(world, name);
    for (const userId of [1, 2]) await world.ports.deletions.add({ userId, date: world.clock.now() });
    await world.ports.users.markDeleted(2);
    world.data.damage({ place: 'deletions', id: 1, field: 'date' });
    await world.ports.dueWork.end(3, { kind: 'confirmation', version: 1 });
    const { service, damaged } = reporting(world);
    await service.resumeWork();
    expect([...world.data.users.keys()]).toEqual([1, 3]);
    expect(damaged).toEqual(['deletions in flight: deletions/1']);
    await service.resumeWork();
    expect(damaged).toHaveLength(2);
  });

  it('whose key is no id is reported and stays, and so does the record of another user whose id looks like it', async () => {
    const world = openWorld();
    const [ada, bob] = [await member(world, 'ada'), await member(world, 'bob')];
    await world.service.createAlgo({ ownerId: 2, nom: 'of Bob', sourceCode: {} }, bob);
    const idsWhere = async () => ['1' as unknown as number];
    const ports = { ...world.ports, algos: override(world.ports.algos, { idsWhere }) };
    const { service, damaged } = reporting({ ...world, ports });
    await service.deleteUser({ id: 1 }, ada);
    expect([...world.data.algos.keys()]).toEqual([1]);
    expect([...world.data.users.keys()]).toEqual([2]);
    expect(damaged).toContain('algorithm of a user who is deleted: not removed, its key is no id: algos/1');
  });

  it('of a user with a mail that is due does not stop mails to others', async () => {
    const world = openWorld();
    for (const name of ['ada', 'bob']) await register(world, name);
    for (const id of [1, 2]) {
      await world.ports.users.change(id, (now) =>
        changedUser(now, 1, { due: [dueOf('confirmation', { date: world.clock.now() })] }),
      );
    }
    world.data.damage({ place: 'users', id: 1, field: 'pseudo' });
    world.clock.advance(2 * MINUTE);
    const before = world.ports.mailer.sent.length;
    const { service, damaged } = reporting(world);
    await service.resumeWork();
    expect(world.ports.mailer.sent.slice(before).map(({ recipient }) => recipient.adresseMail)).toEqual([
      'bob@example.org',
    ]);
    expect(damaged).toEqual(['mails and withdrawals that are due: users/1']);
  });

  it('is deleted with its owner, and so is its content; a damaged right on another user’s algorithm stays, and is reported', async () => {
    const world = openWorld();
    const [ada, bob] = [await member(world, 'ada'), await member(world, 'bob')];
    for (const nom of ['one', 'two']) await world.service.createAlgo({ ownerId: 1, nom, sourceCode: { nom } }, ada);
    const permsAlgorithme = [{ idUtilisateur: 1, droits: 'Read' }];
    for (const id of [3, 4, 5]) {
      await world.service.createAlgo({ ownerId: 2, nom: 'shared', sourceCode: {} }, bob);
      await world.service.patchAlgo({ id, changes: { permsAlgorithme } }, bob);
    }
    world.data.damage({ place: 'algos', id: 1, field: 'nom' });
    world.data.damage({ place: 'algos', id: 3, field: 'permsAlgorithme' });
    world.data.damage({ place: 'algos', id: 4, field: 'version' }, 4, Number.MAX_SAFE_INTEGER);
    const { service, damaged } = reporting(world);
    await service.deleteUser({ id: 1 }, ada);
    expect([...world.data.users.keys(), ...world.data.algos.keys()]).toEqual([2, 3, 4, 5]);
    expect([...world.contents.published.keys()]).toEqual([3, 4, 5]);
    expect(world.data.algos.get(5)?.permsAlgorithme).toEqual([]);
    expect(damaged).toEqual([
      'algorithm of a user who is deleted: removed: algos/1',
      'rights of a user who is deleted: algos/3',
      'rights of a user who is deleted: algos/4',
    ]);
  });
});

it('an algorithm that a store cannot delete with its content does not stop the deletion of its owner, nor of the others', async () => {
  const { world, ada } = await openWithAda();
  for (const nom of ['one', 'two']) await world.service.createAlgo({ ownerId: 1, nom, sourceCode: { nom } }, ada);
  const { contentStore } = world.ports;
  const first = world.contents.records.get(1)?.ref;
  const noteRemoval = async (refs: readonly string[]) => {
    if (refs.includes(first ?? '')) throw new RangeError('no reference');
  };
  const { service } = reporting({
    ...world,
    ports: { ...world.ports, contentStore: override(contentStore, { noteRemoval }) },
  });
  await service.deleteUser({ id: 1 }, ada);
  expect([world.data.users.size, world.data.algos.size, world.contents.published.size]).toEqual([0, 0, 0]);
});

describe('a password hash that cannot be verified', () => {
  const malformed = new Error('malformed');

  /** Ada, and a service whose hasher throws this. */
  async function scene(problem: Error) {
    const { world, ada } = await openWithAda();
    const verify = async () => Promise.reject(problem);
    const service = createService({ ...world.ports, hasher: override(world.ports.hasher, { verify }) });
    return { ada, service, login: (name: string) => service.login({ email: emailOf(name), password: PASSWORD }) };
  }

  it('is damage of its user, whose error has the cause', async () => {
    const { ada, service, login } = await scene(malformed);
    const change = () => service.updateUser({ id: 1, changes: { currentPassword: PASSWORD, pseudo: 'Countess' } }, ada);
    const damage = { name: 'DamagedError', place: 'users', id: '1', field: 'mdpHash', cause: malformed };
    for (const work of [login('ada'), change()]) await expect(work).rejects.toMatchObject(damage);
  });

  it('is none where there is no user, or the hasher is busy', async () => {
    await expect((await scene(malformed)).login('nobody')).rejects.toBe(malformed);
    const busy = new UnavailableError();
    await expect((await scene(busy)).login('ada')).rejects.toBe(busy);
  });
});

it('a right that is missing in a record found by it is damage, and no right is invented', async () => {
  const { world, ada } = await openWithAda();
  await world.service.createAlgo({ ownerId: 1, nom: 'one', sourceCode: {} }, ada);
  const { algos } = world.ports;
  const compareAndSet: typeof algos.compareAndSet = async (id, version, changes) => {
    const found = await algos.compareAndSet(id, version, changes);
    return found && { ...found, ownerId: 7 };
  };
  const service = createService({ ...world.ports, algos: override(algos, { compareAndSet }) });
  const update = service.updateAlgo({ id: 1, changes: { nom: 'two', sourceCode: {} } }, ada);
  await expect(update).rejects.toMatchObject({
    name: 'DamagedError',
    place: 'algos',
    id: '1',
    field: 'permsAlgorithme',
  });
});
