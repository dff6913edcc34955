import { describe, expect, it } from 'vitest';
import { CLOCK_TOLERANCE_MS } from '../../src/clock.ts';
import { createService } from '../../src/createService.ts';
import {
  ContentMismatchError,
  type ContentStore,
  changedUser,
  DamagedError,
  type MailRecipient,
  PENDING_AGE_MS,
  Responses,
} from '../../src/index.ts';
import { memoryPorts } from '../../testkit/memory/index.ts';
import { dueOf } from '../../testkit/suites/samples.ts';
import { failing, noting } from '../support/intercept.ts';
import { expectConsistent } from '../support/invariants.ts';
import { logIn, member, openWithAda, openWorld, refusal, type World } from '../support/world.ts';

const MINUTE = 60_000;
const bytes = (text: string) => new TextEncoder().encode(text);

/** The stores of `world`, opened by another process. */
function reopened({ clock, data, contents, ports }: World) {
  const problems: string[] = [];
  const next = { ...memoryPorts({ clock, data, contents, mailKey: 'key' }), mailer: ports.mailer };
  return { service: createService(next, { onProblem: (_problem, where) => problems.push(where) }), problems };
}

describe('pending content', () => {
  it('of a running process is not touched until it is old', async () => {
    const world = openWorld();
    await world.ports.contentStore.stage(bytes('{}'), null);
    world.clock.advance(PENDING_AGE_MS);
    await world.service.resumeWork();
    expect(world.contents.staged.size).toBe(1);
    world.clock.advance(1);
    await world.service.resumeWork();
    expect(world.contents.staged.size).toBe(0);
  });

  it('of a process that died is finished at once: content without a record is removed, content of a record is published', async () => {
    const { world, ada: owner } = await openWithAda();
    const down = openWorld({ replace: world.ports, step: failing('contentStore.publish') });
    await refusal(down.service.createAlgo({ ownerId: 1, nom: 'Sort', sourceCode: { nom: 'Sort' } }, owner));
    await world.ports.contentStore.stage(bytes('{}'), null);
    const next = reopened(world);
    await next.service.resumeWork();
    expectConsistent({ ...world, problems: next.problems }, 'reopened');
    expect(world.contents.published.size).toBe(1);
  });

  it('of a process that died after a removal or a move is finished at the next start', async () => {
    const { world, ada: owner } = await openWithAda();
    for (const nom of ['one', 'two', 'three'])
      await world.service.createAlgo({ ownerId: 1, nom, sourceCode: { nom } }, owner);
    await world.service.deleteAlgo({ id: 3 }, owner);
    await world.ports.algos.delete(1, 1);
    await world.ports.bin.add(2, 1, world.clock.now());
    await world.ports.bin.restore(3, 1, { permsAlgorithme: [], places: [] });
    const names = () => [[...world.contents.records.keys()], [...world.contents.bin.keys()]];
    expect(names()).toEqual([[1, 2], [3]]);
    await reopened(world).service.resumeWork();
    expect(names()).toEqual([[3], [2]]);
    expectConsistent(world, 'reopened');
  });

  it('of contents with ids above all that were given is none: the records are an older copy, and nothing is opened, created or removed', async () => {
    const { world, ada } = await openWithAda();
    await world.ports.contentStore.stage(bytes('{}'), null);
    for (const id of [2, 3, 5]) world.contents.records.set(id, { ref: `newer ${id}`, content: bytes('{}') });
    const late = reopened(world);
    await expect(late.service.open()).rejects.toThrow(ContentMismatchError);
    await late.service.resumeWork();
    expect(late.problems).toEqual(['pending content']);
    const made = late.service.createAlgo({ ownerId: ada.user.id, nom: 'Sort', sourceCode: {} }, ada);
    expect(await refusal(made)).toBe(Responses.General.Unavailable);
    expect([...world.contents.records.keys()]).toEqual([2, 3, 5]);
    expect(world.contents.staged.size, 'perhaps named by the newer records').toBe(1);
  });

  it('with ids above all that were given are not replaced or removed by requests to a service that is open all the same', async () => {
    const { world, ada } = await openWithAda();
    for (const nom of ['one', 'two'])
      await world.service.createAlgo({ ownerId: ada.user.id, nom, sourceCode: { nom } }, ada);
    await world.service.deleteAlgo({ id: 2 }, ada);
    const newer = [
      [1, 'records'],
      [2, 'bin'],
      [3, 'records'],
    ] as const;
    for (const [id, place] of newer) world.contents[place].set(id, { ref: `newer ${id}`, content: bytes('{}') });
    const { service } = reopened(world);
    const changed = service.updateAlgo({ id: 1, changes: { nom: 'one', sourceCode: { nom: 'new' } } }, ada);
    expect(await refusal(changed)).toBe(Responses.General.Unavailable);
    expect(await refusal(service.purgeAlgo({ id: 2 }, ada))).toBe(Responses.General.Unavailable);
    expect([...world.contents.published.values()].map(({ ref }) => ref).sort()).toEqual([
      'newer 1',
      'newer 2',
      'newer 3',
    ]);
  });

  it('does not stop an opening while the store of the records cannot be reached', async () => {
    const { world, ada } = await openWithAda();
    await world.service.createAlgo({ ownerId: ada.user.id, nom: 'Sort', sourceCode: {} }, ada);
    const { service, problems } = openWorld({ replace: world.ports, step: failing('algos.lastId') });
    await service.open();
    await service.close();
    expect(problems).toEqual(['algorithm content', 'pending content']);
  });
});

it('reconciles in the same round what the reconciling of other content has left', async () => {
  const { ports } = openWorld();
  const discarded: string[] = [];
  const contentStore: ContentStore = {
    ...ports.contentStore,
    pending: async () => ['one', 'two', 'three'].slice(0, discarded.length + 1),
    discard: async (ref) => void discarded.push(ref),
  };
  await openWorld({ replace: { ...ports, contentStore } }).service.resumeWork();
  expect(discarded).toEqual(['one', 'two', 'three']);
});

it('expired data is removed: sessions and counters', async () => {
  const world = openWorld();
  await member(world, 'ada');
  world.clock.advance(24 * 60 * MINUTE);
  await logIn(world, 'ada');
  expect(world.data.sessions.size).toBe(2);
  world.clock.advance(24 * 60 * MINUTE);
  await world.service.resumeWork();
  expect(world.data.sessions.size).toBe(1);
});

describe('a round', () => {
  it('makes few calls when nothing is pending, whatever the amount of data', async () => {
    const calls: string[] = [];
    const { world, ada: owner } = await openWithAda({ step: noting(calls) });
    for (let count = 0; count < 50; count += 1) {
      await world.service.createAlgo({ ownerId: 1, nom: 'Sort', sourceCode: {} }, owner);
    }
    await world.service.resumeWork(); // at its start it reads all names
    calls.length = 0;
    await world.service.resumeWork();
    const expected = [
      'contentStore.pending',
      'deletions.list',
      'dueWork.listDue',
      'rounds.last',
      'rounds.record',
      'algos.listSharesDue',
      'users.dropOldEmails',
    ];
    const expired = [
      'sessionStore.deleteExpired',
      'history.listEnded',
      'bin.listUntil',
      'limiter.deleteExpired',
      'events.removeOld',
    ];
    expect(calls).toEqual([...expected, ...expired]);
  });

  it('never rejects: each step that fails is reported, and the others run', async () => {
    const steps = {
      'contentStore.pending': 'pending content',
      'deletions.list': 'deletions in flight',
      'dueWork.listDue': 'mails and withdrawals that are due',
      'algos.listSharesDue': 'shares with something due',
      'users.dropOldEmails': 'former e-mail addresses',
      'sessionStore.deleteExpired': 'expired tokens',
      'history.listEnded': 'history that has ended',
      'bin.listUntil': 'bin that has ended',
      'limiter.deleteExpired': 'expired counters',
      'events.removeOld': 'old events',
    };
    for (const [method, problem] of Object.entries(steps)) {
      const calls: string[] = [];
      const [note, fail] = [noting(calls), failing(method)];
      const world = openWorld({ step: (name, run) => note(name, () => fail(name, run)) });
      await world.service.resumeWork();
      const others = calls.filter((name) => !name.startsWith('rounds.'));
      expect([world.problems, others]).toEqual([[problem], Object.keys(steps)]);
    }
  });

  it.each(['rounds.last', 'rounds.record'])('removes nothing by age without a time of rounds: %s', async (method) => {
    const calls: string[] = [];
    const [note, fail] = [noting(calls), failing(method)];
    const world = openWorld({ step: (name, run) => note(name, () => fail(name, run)) });
    await world.service.resumeWork();
    expect(world.problems).toEqual(['time of the round']);
    expect(calls.at(-1)).toBe(method);
  });

  it('reaches users behind those whose work fails again and again, up to ten batches', async () => {
    const world = openWorld({ policy: { limits: null } });
    const names = Array.from({ length: 30 }, (_, index) => `user${index}`);
    for (const name of names) {
      const { user } = await member(world, name);
      const due = [dueOf('notice', { version: user.credentialsVersion, date: world.clock.now() + user.id })];
      await world.ports.users.change(user.id, (now) => changedUser(now, user.credentialsVersion, { due }));
    }
    world.clock.advance(10 * MINUTE);
    for (const failing of [3, 30]) {
      const tried: number[] = [];
      const mailer = {
        ...world.ports.mailer,
        async send({ id }: MailRecipient) {
          tried.push(id);
          if (id <= failing) throw new Error('this mail can never be sent');
        },
      };
      const late = openWorld({ replace: { ...world.ports, mailer }, bounds: { batch: 2 } });
      await late.service.resumeWork();
      const twenty = [1, 2, 3, ...Array.from({ length: 17 }, (_, index) => index + 7)];
      expect([tried, late.problems.length]).toEqual(failing === 3 ? [[1, 2, 3, 4, 5, 6], 3] : [twenty, 20]);
    }
  });

  it('looks at what is due once more only for those whose work fails, and reports damage once', async () => {
    const world = openWorld();
    const { user } = await member(world, 'ada');
    const due = [dueOf('notice', { version: user.credentialsVersion, date: world.clock.now() })];
    await world.ports.users.change(user.id, (now) => changedUser(now, user.credentialsVersion, { due }));
    world.clock.advance(10 * MINUTE);
    for (const batch of [2, 1]) {
      const seen = { lists: 0, problems: [] as string[] };
      const dueWork: typeof world.ports.dueWork = {
        ...world.ports.dueWork,
        async listDue(query, onDamaged) {
          seen.lists += 1;
          onDamaged?.(new DamagedError({ place: 'users', id: '9', field: 'pseudo' }));
          return world.ports.dueWork.listDue(query, onDamaged);
        },
      };
      const late = openWorld({ replace: { ...world.ports, dueWork }, step: failing('mailer.send'), bounds: { batch } });
      await late.service.resumeWork();
      expect([seen.lists, late.problems]).toEqual([
        batch === 2 ? 1 : 2,
        ['mails and withdrawals that are due', 'mail about the new password'],
      ]);
    }
  });

  it('does what has been due for a minute, and leaves what has just become due, and kinds that are not due', async () => {
    const world = openWorld();
    const { user } = await member(world, 'ada');
    const version = user.credentialsVersion;
    const began = world.clock.now();
    const due = [
      dueOf('notice', { version, date: began }),
      dueOf('withdrawal', { version, date: began + 10 * MINUTE }),
    ];
    await world.ports.users.change(user.id, (now) => changedUser(now, version, { due }));
    world.clock.advance(10 * MINUTE);
    const resumed: string[] = [];
    const observer = { onResumed: (kind: string) => void resumed.push(kind) };
    await createService(world.ports, { observer, onProblem: () => expect.fail('nothing fails') }).resumeWork();
    expect(resumed).toEqual(['notice']);
  });

  it('tells an observer of a deletion that it has finished, and of none that did not happen', async () => {
    const world = openWorld();
    const [ada, bob] = [await member(world, 'ada'), await member(world, 'bob')];
    for (const { user } of [ada, bob]) await world.ports.deletions.add({ userId: user.id, date: world.clock.now() });
    await world.ports.users.markDeleted(bob.user.id);
    world.clock.advance(PENDING_AGE_MS);
    const resumed: string[] = [];
    const observer = { onResumed: (kind: string) => void resumed.push(kind) };
    await createService(world.ports, { observer, onProblem: () => expect.fail('nothing fails') }).resumeWork();
    expect([resumed, world.data.deletions.size, [...world.data.users.keys()]]).toEqual([
      ['deletion'],
      0,
      [ada.user.id],
    ]);
  });

  it('continues after a deletion that fails', async () => {
    const world = openWorld();
    const callers = [await member(world, 'ada'), await member(world, 'bob')];
    for (const { user } of callers) {
      await world.ports.deletions.add({ userId: user.id, date: world.clock.now() });
      await world.ports.users.markDeleted(user.id);
    }
    const fail = failing('sessionStore.deleteByUser');
    let isFirst = true;
    const down = openWorld({
      replace: world.ports,
      step: (name, run) => {
        const isHit = isFirst && name === 'sessionStore.deleteByUser';
        if (isHit) isFirst = false;
        return isHit ? fail(name, run) : run();
      },
    });
    await down.service.resumeWork();
    expect(down.problems).toEqual(['deletion of a user']);
    expect([...world.data.users.values()].map(({ user, deleted }) => [user.id, deleted])).toEqual([[1, true]]);
  });

  it('deletes no user who is not marked: the deletion did not happen, and its entry goes after ten minutes', async () => {
    const world = openWorld();
    const { user } = await member(world, 'ada');
    await world.ports.deletions.add({ userId: user.id, date: world.clock.now() });
    const held = () => [world.data.users.size, world.data.sessions.size, world.data.deletions.size];
    await world.service.resumeWork();
    expect(held()).toEqual([1, 1, 1]);
    world.clock.advance(PENDING_AGE_MS);
    await world.service.resumeWork();
    expect(held()).toEqual([1, 1, 0]);
  });

  it.each([
    ['now', 0, 0],
    ['as far ahead as clocks may differ', CLOCK_TOLERANCE_MS, CLOCK_TOLERANCE_MS],
    ['further ahead, which is set to now', CLOCK_TOLERANCE_MS + 1, 0],
  ])('keeps the date of an entry: %s', async (_when, given, left) => {
    const { ports, clock, service } = openWorld();
    const began = clock.now();
    await ports.deletions.add({ userId: 1, date: began + given });
    if (given === 0) clock.advance(1);
    await service.resumeWork();
    expect((await ports.deletions.list()).map(({ date }) => date - began)).toEqual([left]);
  });

  it('keeps the entry of a deletion that begins while it looks at an old one, and finishes that deletion', async () => {
    const { world, ada } = await openWithAda();
    await world.ports.deletions.add({ userId: 1, date: world.clock.now() }); // of a deletion that has marked nobody
    world.clock.advance(PENDING_AGE_MS);
    const down = openWorld({ replace: world.ports, step: failing('algos.idsWhere') });
    let hasBegun = false;
    const resuming = openWorld({
      replace: world.ports,
      step: async (name, run) => {
        const found = await run();
        if (name === 'users.findById' && !hasBegun) {
          hasBegun = true;
          expect(await refusal(down.service.deleteUser({ id: 1 }, ada))).toBe(Responses.General.Unavailable);
        }
        return found;
      },
    });
    await resuming.service.resumeWork();
    expect([world.data.users.get(1)?.deleted, world.data.deletions.size]).toEqual([true, 1]);
    await world.service.resumeWork();
    expect([world.data.users.size, world.data.sessions.size]).toEqual([0, 0]);
  });

  it('leaves a deletion to its request, which has written the entry and marks the user next', async () => {
    const { world, ada } = await openWithAda();
    const racing = openWorld({
      replace: world.ports,
      step: async (name, run) => {
        if (name === 'users.markDeleted') await world.service.resumeWork();
        return run();
      },
    });
    await racing.service.deleteUser({ id: 1 }, ada);
    expect([world.data.users.size, world.data.sessions.size]).toEqual([0, 0]);
  });

  it('can run many times at once', async () => {
    const { world, ada: owner } = await openWithAda();
    const down = openWorld({ replace: world.ports, step: failing('contentStore.publish', 'contentStore.delete') });
    for (const nom of ['one', 'two'])
      await refusal(down.service.createAlgo({ ownerId: 1, nom, sourceCode: { nom } }, owner));
    await refusal(down.service.deleteAlgo({ id: 1 }, owner));
    world.clock.advance(PENDING_AGE_MS + 1);
    await Promise.all(Array.from({ length: 5 }, () => world.service.resumeWork()));
    expectConsistent(world, 'after five rounds at once');
  });
});
