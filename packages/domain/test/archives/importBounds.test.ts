import { describe, expect, it } from 'vitest';
import { type AuthenticatedCaller, type ImportFile, Responses } from '../../src/index.ts';
import type { Step } from '../support/intercept.ts';
import { member, openWorld, refusal } from '../support/world.ts';
import { filesOf } from './support/archive.ts';

type Options = Parameters<typeof openWorld>[0];

/** Bob, who imports files with these paths and contents. `calls` has the number of calls of each method of a port during the import. */
async function opened(options: Options = {}) {
  const calls = new Map<string, number>();
  const step: Step = (name, run) => {
    calls.set(name, (calls.get(name) ?? 0) + 1);
    return run();
  };
  const world = openWorld({ step, ...options });
  const bob = await member(world, 'bob');
  const importing = (files: AsyncIterable<ImportFile>, caller: AuthenticatedCaller = bob) => {
    calls.clear();
    return world.service.importAlgos({ files }, caller);
  };
  const names = async () => (await world.service.searchAlgos({ limit: 1_000 }, bob)).algos.map(({ nom }) => nom);
  return { world, bob, calls, importing, names };
}

const many = (count: number, pathOf: (at: number) => string): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [pathOf(at), `[${at}]`]));

/** Counts the turns of the event loop that other work gets meanwhile. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  for (let turns = 0; ; turns += 1) {
    if (isOver) return turns;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('an import', () => {
  it('gives others a turn for each entry, also for those that are refused, present or not read', async () => {
    const { importing } = await opened();
    for (const files of [
      many(50, (at) => `Tri ${at}.json`),
      many(50, (at) => `Tri ${at}.json`),
      many(600, (at) => `${at}`),
    ]) {
      expect(await turnsDuring(importing(filesOf(files)))).toBeGreaterThanOrEqual(Object.keys(files).length);
    }
  });

  it('gives others a turn for each thousand rows of an index', async () => {
    const { importing } = await opened();
    const algos = Array.from({ length: 20_000 }, (_, at) => ({ path: `${at}`, nom: 'Abc', dossierId: null }));
    const index = { format: 'algotheque-export', version: 1, dossiers: [], algos };
    const files = filesOf({ 'index.json': JSON.stringify(index) });
    expect(await turnsDuring(importing(files))).toBeGreaterThanOrEqual(20);
  });

  it('ends at the next entry when its client goes meanwhile', async () => {
    const { bob, importing, names } = await opened();
    const client = new AbortController();
    async function* files() {
      for await (const file of filesOf(many(100, (at) => `Tri ${at}.json`))) {
        if (file.path === 'Tri 5.json') setImmediate(() => client.abort());
        yield file;
      }
    }
    const work = importing(files(), { ...bob, signal: client.signal });
    expect(await refusal(work)).toBe(Responses.General.Unavailable);
    expect((await names()).length).toBeLessThan(10);
  });

  it('ends after 500 refusals, and counts what it has not looked at', async () => {
    const { importing, names } = await opened();
    const { entries, rest } = await importing(
      filesOf({ 'First.json': '[1]', ...many(600, (at) => `x${at}`), 'Last.json': '[1]' }),
    );
    expect([entries.length, rest]).toEqual([501, { created: 0, present: 0, refused: 0, unread: 101 }]);
    expect(await names()).toEqual(['First']);
  });

  it('checks a folder and reads its tree once, however many files lie in it', async () => {
    const { importing, calls } = await opened();
    const way = 'a/'.repeat(32);
    const made = await importing(filesOf(many(40, (at) => `${way}Tri ${at}.json`)));
    expect(new Set(made.entries.map(({ outcome }) => outcome))).toEqual(new Set(['created']));
    expect(calls.get('folders.compareAndSet')).toBe(1);
    // Besides it is read for each algorithm whether the folder is still there, and where those are that may be present.
    expect(calls.get('folders.find')).toBeLessThanOrEqual(1 + 2 * 40);
    await importing(filesOf(many(40, (at) => `${way}Tri ${at}.json`)));
    expect(calls.get('folders.compareAndSet')).toBeUndefined();
  });

  it('lists algorithms whose names are sorted as one once, however many names the files have', async () => {
    const { importing, calls } = await opened({ bounds: { batch: 10 } });
    const files = many(30, (at) => `${'same '.repeat(20)}${at}.json`);
    await importing(filesOf(files));
    await importing(filesOf(files));
    expect(calls.get('algos.walk')).toBe(3);
  });

  it('refuses more than 256 folders around an algorithm before it looks at their names', async () => {
    const { importing } = await opened();
    let looked = 0;
    const name = {
      toString() {
        looked += 1;
        return 'a';
      },
    };
    const file = (dossier: readonly unknown[]) => ({ path: '', named: { nom: 'Tri', dossier }, read: async () => [1] });
    async function* one(dossier: readonly unknown[]) {
      yield file(dossier);
    }
    for (const dossier of [Array.from({ length: 109_000 }, () => name), Array.from({ length: 257 }, () => 'a')]) {
      const [row] = (await importing(one(dossier))).entries;
      expect(row?.violations).toEqual([{ path: '/dossier', rule: 'max_length', message: 'has more than 256 folders' }]);
    }
    expect(looked).toBe(0);
    expect((await importing(one(Array.from({ length: 256 }, () => 'a')))).entries[0]?.message).toBe(
      Responses.Folder.Too_deep,
    );
  });

  it('makes a folder anew that is deleted meanwhile', async () => {
    const { world, bob, importing } = await opened();
    async function* files() {
      yield* filesOf({ 'Cours/Tri.json': '[1]' });
      const tree = await world.ports.folders.find(bob.user.id);
      await world.ports.folders.compareAndSet(bob.user.id, tree.version, { lastId: tree.lastId, folders: [] });
      yield* filesOf({ 'Cours/Tas.json': '[1]', 'Cours/Pile.json': '[1]' });
    }
    await importing(files());
    const { algos } = await world.service.searchAlgos({}, bob);
    expect(algos.map(({ nom, dossierId }) => [nom, dossierId])).toEqual([
      ['Pile', 2],
      ['Tas', null],
      ['Tri', null],
    ]);
  });
});

describe('the report of an import', () => {
  it('has a mebibyte, of which what was not refused may use the half; the others are counted', async () => {
    const { importing } = await opened({ policy: { folders: { perUser: 1_000, depth: 40 } } });
    const way = `${'x'.repeat(100)}/`.repeat(39);
    const good = (count: number) => many(count, (at) => `${way}Tri ${at}.json`);
    const bad = (count: number) => many(count, (at) => `${way}${at}`);
    const first = await importing(filesOf({ ...good(200), ...bad(90) }));
    expect(JSON.stringify(first.entries).length).toBeLessThan(1_048_576);
    expect(first.rest).toMatchObject({ present: 0, refused: 0, unread: 0 });
    expect(first.rest.created).toBeGreaterThan(50);
    expect(first.entries.filter(({ outcome }) => outcome === 'refused')).toHaveLength(90);
    const second = await importing(filesOf({ ...good(200), ...bad(300) }));
    expect(JSON.stringify(second.entries).length).toBeLessThan(1_048_576);
    expect(second.rest.present).toBe(first.rest.created);
    expect(second.rest.refused).toBeGreaterThan(100);
    expect(second.entries.length + second.rest.present + second.rest.refused).toBe(500);
  });

  it('counts as a part of the import until it is sent', async () => {
    const { world, bob } = await opened();
    for (const settle of ['resolve', 'reject'] as const) {
      const answer = Promise.withResolvers<void>();
      const { entries } = await world.service.importAlgos(
        { files: filesOf({ 'Abc.json': '[1]' }), sent: answer.promise },
        bob,
      );
      expect(entries).toHaveLength(1);
      expect(await refusal(world.service.importAlgos({ files: filesOf({}) }, bob))).toBe(
        Responses.General.Too_many_requests,
      );
      answer[settle]();
      await new Promise((resolve) => setImmediate(resolve));
      expect((await world.service.importAlgos({ files: filesOf({}) }, bob)).entries).toEqual([]);
    }
    const wrong = world.service.importAlgos({ files: filesOf({}), sent: 5 as never }, bob);
    expect(await refusal(wrong)).toBe(Responses.General.Invalid_data);
  });
});
