import { describe, expect, it } from 'vitest';
import { type AuthenticatedCaller, Responses, UnavailableError } from '../../src/index.ts';
import { grant } from '../support/algos.ts';
import { before, noting, type Step } from '../support/intercept.ts';
import { member, openWithAda, openWorld, refusal, type World, type WorldOptions } from '../support/world.ts';
import { exported, imported } from './support/archive.ts';

const DAY = 86_400_000;

async function withAlgos(count: number, options: WorldOptions = {}) {
  const { world, ada } = await openWithAda(options);
  for (let number = 1; number <= count; number += 1) await create(world, ada, `Sort ${number}`);
  return { world, ada };
}

async function create({ service }: World, owner: AuthenticatedCaller, nom: string, sourceCode: unknown = { nom }) {
  return (await service.createAlgo({ ownerId: owner.user.id, nom, sourceCode }, owner)).algo.id;
}

const json = (files: ReadonlyMap<string, string>, path: string): unknown => JSON.parse(files.get(path) ?? 'missing');

describe('an export', () => {
  it('has the profile, the sessions, the folders, all records, the source codes in their folders, and the index, and is audited', async () => {
    const { world, ada } = await withAlgos(1);
    const bob = await member(world, 'bob');
    await world.service.createFolder({ folder: { nom: 'Empty' } }, ada);
    await world.service.createFolder({ folder: { nom: 'a/b', parentId: 1 } }, ada);
    const placed = await create(world, ada, 'Tri: rapide', [1, 2.5]);
    await world.ports.algos.place(placed, ada.user.id, 2);
    await world.service.patchAlgo({ id: placed, changes: { permsAlgorithme: [grant(bob, 'Read')] } }, ada);
    const shared = await create(world, bob, 'Of Bob', { secret: true });
    await world.service.patchAlgo({ id: shared, changes: { permsAlgorithme: [grant(ada, 'Read')] } }, bob);
    await create(world, bob, 'Of Bob alone');
    const files = await exported(world, ada);
    expect([...files.keys()]).toEqual([
      'profil.json',
      'sessions.json',
      'algos.json',
      'algorithmes/',
      'algorithmes/Empty-1/',
      'algorithmes/Empty-1/a_b-2/',
      'algorithmes/Sort 1-1.json',
      'algorithmes/Empty-1/a_b-2/Tri_ rapide-2.json',
      'versions.json',
      'index.json',
    ]);
    expect(json(files, 'profil.json')).toMatchObject({ id: ada.user.id, adresseMail: 'ada@example.org' });
    expect(json(files, 'sessions.json')).toMatchObject([{ isCurrent: true }]);
    expect(json(files, 'algos.json')).toMatchObject([
      { id: 1, nom: 'Sort 1', droits: 'Owner', permsAlgorithme: [] },
      { id: 2, droits: 'Owner', permsAlgorithme: [{ idUtilisateur: bob.user.id, droits: 'Read' }] },
      { id: 3, nom: 'Of Bob', droits: 'Read', ownerId: bob.user.id },
    ]);
    expect(files.get('algorithmes/Empty-1/a_b-2/Tri_ rapide-2.json')).toBe('[1,2.5]');
    expect(json(files, 'index.json')).toEqual({
      format: 'algotheque-export',
      version: 1,
      dossiers: [
        { id: 1, nom: 'Empty', parentId: null, path: 'algorithmes/Empty-1/' },
        { id: 2, nom: 'a/b', parentId: 1, path: 'algorithmes/Empty-1/a_b-2/' },
      ],
      omis: [],
      algos: [
        { id: 1, path: 'algorithmes/Sort 1-1.json', nom: 'Sort 1', dossierId: null },
        { id: 2, path: 'algorithmes/Empty-1/a_b-2/Tri_ rapide-2.json', nom: 'Tri: rapide', dossierId: 2 },
      ],
    });
    expect([...files.values()].join()).not.toContain('secret');
    expect(world.ports.audit.events.at(-1)).toMatchObject({ action: 'user.exported', targetId: ada.user.id });
  });

  it('has since when own algorithms are shared, what waits for which addresses, and where the user keeps those of others', async () => {
    const { world, ada } = await withAlgos(3, { policy: { limits: null } });
    const bob = await member(world, 'bob');
    const { service, clock, ports } = world;
    await service.createFolder({ folder: { nom: 'Cours' } }, ada);
    clock.advance(1_000);
    await service.shareAlgo({ id: 1, share: { idUtilisateur: bob.user.id, droits: 'ReadWrite' } }, ada);
    await service.shareAlgo({ id: 1, share: { email: 'Gone@example.org', droits: 'Read' } }, ada);
    clock.advance(DAY);
    await service.shareAlgo({ id: 1, share: { email: 'Cleo@Example.org', droits: 'ReadWrite' } }, ada);
    const shared = await create(world, bob, 'Of Bob');
    await service.shareAlgo({ id: shared, share: { idUtilisateur: ada.user.id, droits: 'Read' } }, bob);
    await service.shareAlgo({ id: shared, share: { email: 'secret@example.org', droits: 'Read' } }, bob);
    await service.placeAlgo({ id: shared, place: { dossierId: 1 } }, ada);
    await service.placeAlgo({ id: 2, place: { dossierId: 1 } }, ada);
    await ports.algos.place(3, ada.user.id, 99); // a folder that is not there
    const listed = await service.listShares(1, ada);
    clock.advance(30 * DAY - 1); // the share that was made first has ended
    const files = await exported(world, ada);
    const [first, second, third, others] = json(files, 'algos.json') as Record<string, unknown>[];
    const waiting = listed.waiting.filter(({ adresseMail }) => adresseMail === 'Cleo@Example.org');
    expect(first).toMatchObject({
      id: 1,
      dossierId: null,
      permsAlgorithme: [{ idUtilisateur: bob.user.id, droits: 'ReadWrite', date: listed.shares[0]?.date }],
      waiting,
    });
    expect(waiting).toMatchObject([{ droits: 'ReadWrite', date: clock.now() - 30 * DAY + 1 }]);
    expect([second, third]).toMatchObject([
      { id: 2, dossierId: 1, waiting: [] },
      { id: 3, dossierId: null },
    ]);
    expect(others).toEqual({
      ...(await ports.algos.listAccessible({ by: ada.user.id, seenBy: ada.user.id, after: 3, limit: 1, maxBytes: 1 }))
        .algos[0],
      dossierId: 1,
    });
    expect([...files.values()].join()).not.toContain('secret@');
    const report = await imported(world, bob, files);
    expect(report.map(({ path }) => path)).not.toContain('algos.json');
    expect((await service.listShares(report.at(-1)?.id ?? 0, bob)).waiting).toEqual([]);
  });

  it('leaves out records that end or are damaged while it lists them', async () => {
    const step: Step = async (name, run) => {
      const result = await run();
      if (name === 'algos.listAccessible' && isMeant) {
        isMeant = false;
        await world.service.deleteAlgo({ id: 2 }, ada);
        world.data.damage({ place: 'algos', id: 3, field: 'nom' });
        await world.service.leaveAlgo({ id: shared }, ada);
      }
      return result;
    };
    let isMeant = false;
    const { world, ada } = await withAlgos(4, { step });
    const bob = await member(world, 'bob');
    const shared = await create(world, bob, 'Of Bob');
    await world.service.patchAlgo({ id: shared, changes: { permsAlgorithme: [grant(ada, 'Read')] } }, bob);
    isMeant = true;
    const files = await exported(world, ada);
    expect(json(files, 'algos.json')).toMatchObject([{ id: 1 }, { id: 4 }]);
    expect(json(files, 'index.json')).toMatchObject({ omis: [3], algos: [{ id: 1 }, { id: 4 }] });
  });

  it('of a user without anything has its files nevertheless', async () => {
    const { world, ada } = await withAlgos(0);
    const files = await exported(world, ada);
    expect(json(files, 'algos.json')).toEqual([]);
    expect(json(files, 'versions.json')).toEqual([]);
    expect(json(files, 'index.json')).toMatchObject({ dossiers: [], algos: [] });
  });

  it('has the former versions of own algorithms with their source codes, which an import leaves out', async () => {
    const { world, ada } = await withAlgos(2, { bounds: { batch: 1 } });
    const bob = await member(world, 'bob');
    const change = (id: number, sourceCode: unknown) => world.service.patchAlgo({ id, changes: { sourceCode } }, ada);
    await change(1, [1]);
    await change(1, [2]);
    await world.service.patchAlgo({ id: 2, changes: { nom: 'Same source' } }, ada);
    await change(await create(world, ada, 'Third', [3]), [4]);
    const shared = await create(world, bob, 'Of Bob', { secret: true });
    await world.service.patchAlgo(
      { id: shared, changes: { sourceCode: {}, permsAlgorithme: [grant(ada, 'Read')] } },
      bob,
    );
    const files = await exported(world, ada);
    const idUtilisateur = ada.user.id;
    expect(json(files, 'versions.json')).toMatchObject([
      { id: 1, version: 2, nom: 'Sort 1', idUtilisateur, bytes: 3, sourceCode: [1] },
      { id: 1, version: 1, nom: 'Sort 1', idUtilisateur, sourceCode: { nom: 'Sort 1' } },
      { id: 3, version: 1, nom: 'Third', idUtilisateur, bytes: 3, sourceCode: [3] },
    ]);
    const report = await imported(world, bob, files);
    expect(report.map(({ path }) => path)).not.toContain('versions.json');
    expect(report).toHaveLength(3);
  });

  it('reads no record for the versions of an algorithm that has none', async () => {
    const calls: string[] = [];
    const { world, ada } = await withAlgos(3);
    await world.service.patchAlgo({ id: 2, changes: { sourceCode: [1] } }, ada);
    await exported(openWorld({ replace: world.ports, step: noting(calls) }), ada);
    const ofVersions = (name: string): number => calls.filter((call) => call === name).length;
    expect([ofVersions('history.list'), ofVersions('algos.refOf')]).toEqual([3, 1]);
  });

  it('leaves out a former version that is damaged, and reports it; not the content that a change has failed to replace', async () => {
    const { world, ada } = await withAlgos(1);
    for (const sourceCode of [[1], [2]]) await world.service.patchAlgo({ id: 1, changes: { sourceCode } }, ada);
    const algo = await world.ports.algos.findById(1);
    const [, oldest] = await world.ports.history.list(1);
    if (algo === null || oldest === undefined) throw new Error('missing');
    const entry = { ...algo, dateExpiration: world.clock.now() + 1_000 };
    await world.ports.history.put(entry);
    world.data.damage({ place: 'history', id: oldest.ref, field: 'nom' });
    expect(json(await exported(world, ada), 'versions.json')).toMatchObject([{ version: 2, sourceCode: [1] }]);
    expect(world.problems).toContain('export: left out');
  });

  it('reads a page of records when it comes to it, and a content when its entry is asked for', async () => {
    const read = { contents: 0, largest: 0 };
    const step: Step = async (name, run) => {
      const result = await run();
      if (name === 'contentStore.read') read.contents += 1;
      if (name === 'algos.walk') read.largest = Math.max(read.largest, (result as { entries: [] }).entries.length);
      if (name === 'algos.listAccessible')
        read.largest = Math.max(read.largest, (result as { algos: [] }).algos.length);
      if (name === 'algos.entriesOf') read.largest = Math.max(read.largest, (result as []).length);
      return result;
    };
    const { world, ada } = await withAlgos(25, { step, bounds: { batch: 4, cachedBytes: 0 } });
    const bob = await member(world, 'bob');
    for (let number = 0; number < 9; number += 1) {
      const id = await create(world, bob, `Of Bob ${number}`);
      await world.service.patchAlgo({ id, changes: { permsAlgorithme: [grant(ada, 'Read')] } }, bob);
    }
    const { entries } = await world.service.exportUser(ada.user.id, ada);
    let passed = 0;
    for await (const { path, chunks } of entries) {
      if (path.startsWith('algorithmes/Sort')) passed += 1;
      expect(read.contents).toBe(passed);
      for await (const _ of chunks);
    }
    expect([passed, read.largest]).toEqual([25, 4]);
  });

  it('has each algorithm once while others are made and deleted', async () => {
    const { world, ada } = await withAlgos(6, { bounds: { batch: 2 } });
    const { entries } = await world.service.exportUser(ada.user.id, ada);
    const paths: string[] = [];
    for await (const { path, chunks } of entries) {
      paths.push(path);
      for await (const _ of chunks);
      if (path === 'algorithmes/Sort 1-1.json') {
        await world.service.deleteAlgo({ id: 2 }, ada); // its page is read already
        await world.service.deleteAlgo({ id: 4 }, ada);
      }
      if (path === 'algorithmes/Sort 3-3.json') await create(world, ada, 'A new one');
    }
    const algos = paths
      .filter((path) => /-\d+\.json$/.test(path))
      .map((path) => Number(/(\d+)\.json$/.exec(path)?.[1]));
    expect(algos).toEqual([1, 3, 5, 6, 7]);
  });

  it('has one list of records, also over pages whose records are all damaged', async () => {
    const { world, ada } = await withAlgos(5, { bounds: { batch: 2 } });
    for (const id of [1, 2, 5]) world.data.damage({ place: 'algos', id, field: 'nom' });
    const files = await exported(world, ada);
    expect(json(files, 'algos.json')).toMatchObject([{ id: 3 }, { id: 4 }]);
    expect(json(files, 'index.json')).toMatchObject({ omis: [1, 2, 5] });
  });

  it('leaves out what is damaged, names it in the index, and reports it', async () => {
    const { world, ada } = await withAlgos(3, { bounds: { cachedBytes: 0 } });
    const algo = await world.ports.algos.findById(2);
    await world.ports.contentStore.discard(algo?.ref ?? '');
    world.contents.records.clear();
    await create(world, ada, 'Intact');
    const files = await exported(world, ada);
    expect(json(files, 'index.json')).toMatchObject({ omis: expect.arrayContaining([2]), algos: [{ nom: 'Intact' }] });
    expect(world.problems).toContain('export: left out');
  });

  it.each(['contentStore.read', 'sessionStore.listByUser', 'algos.findById', 'history.list'])(
    'ends with the error of a store that fails once in %s, and is not counted any more',
    async (method) => {
      const { world, ada } = await withAlgos(1);
      await world.service.patchAlgo({ id: 1, changes: { sourceCode: [1] } }, ada);
      const fail = () => Promise.reject(new UnavailableError());
      const bounds = { exportsOfUser: 1, cachedBytes: 0 };
      const { service } = openWorld({ replace: world.ports, step: before(method, fail), bounds });
      expect(await refusal(exported({ service }, ada))).toBe(Responses.General.Unavailable);
      expect((await exported({ service }, ada)).size).toBeGreaterThan(0);
    },
  );

  it('ends with an error when the user was deleted meanwhile', async () => {
    const { world, ada } = await withAlgos(1);
    const { entries } = await world.service.exportUser(ada.user.id, ada);
    for (let count = 0; count < 3; count += 1) await entries.next();
    await world.service.deleteUser({ id: ada.user.id }, ada);
    const rest = async () => {
      for await (const { chunks } of entries) for await (const _ of chunks);
    };
    expect(await refusal(rest())).toBe(Responses.General.Unauthorized);
  });
});

describe('exports at one time', () => {
  it('are two of one user; each way in which one ends makes room', async () => {
    const { world, ada } = await withAlgos(0);
    const begin = async () => (await world.service.exportUser(ada.user.id, ada)).entries;
    const [first, second] = [await begin(), await begin()];
    expect(await refusal(begin())).toBe(Responses.General.Too_many_requests);
    expect(await first.return?.()).toEqual({ done: true, value: undefined }); // nothing of it was read
    await first.return?.();
    expect(await first.next()).toEqual({ done: true, value: undefined });
    const third = await begin();
    expect(await refusal(begin())).toBe(Responses.General.Too_many_requests);
    for await (const _ of second) break;
    expect(await second.next()).toEqual({ done: true, value: undefined });
    for await (const { chunks } of third) for await (const _ of chunks);
    await begin();
    await begin();
    expect(await refusal(begin())).toBe(Responses.General.Too_many_requests);
    const refused = world.ports.audit.events.find(({ action }) => action === 'limit.refused');
    expect(refused).toMatchObject({ limit: 'transfers', targetId: ada.user.id });
  });

  it('are 20 of one address, or of an IPv6 /56, and as many as others like of an own program', async () => {
    const { world, ada } = await withAlgos(0, { bounds: { exportsOfUser: 1_000 } });
    const begin = async (address?: string) => {
      const { address: _, ...caller } = ada;
      return (await world.service.exportUser(ada.user.id, { ...caller, ...(address && { address }) })).entries;
    };
    const ipv6 = (last: number) => `2001:db8:0:1${last.toString(16).padStart(2, '0')}::1`;
    const [first] = await Promise.all(Array.from({ length: 20 }, () => begin('192.0.2.1')));
    for (let last = 0; last < 20; last += 1) await begin(ipv6(last));
    for (const full of ['192.0.2.1', ipv6(21)])
      expect(await refusal(begin(full))).toBe(Responses.General.Too_many_requests);
    await begin('192.0.2.2');
    for (let count = 0; count < 30; count += 1) await begin();
    await first?.return?.();
    await begin('192.0.2.1');
  });

  it('are 100 of all users', async () => {
    const { world, ada } = await withAlgos(0, { bounds: { exportsOfUser: 1_000, exportsOfAddress: 1_000 } });
    for (let count = 0; count < 100; count += 1) await world.service.exportUser(ada.user.id, ada);
    const bob = await member(world, 'bob');
    expect(await refusal(world.service.exportUser(bob.user.id, bob))).toBe(Responses.General.Unavailable);
  });
});
