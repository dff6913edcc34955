import { describe, expect, it } from 'vitest';
import { type AuthenticatedCaller, Responses, UnavailableError } from '../../src/index.ts';
import type { Step } from '../support/intercept.ts';
import { member, openWorld, refusal, type World } from '../support/world.ts';
import { exported, filesOf, imported, outcomes } from './support/archive.ts';

/** What a user has, without ids and dates: names, the ways to them, source codes. */
async function holdings(world: World, caller: AuthenticatedCaller) {
  const { tree } = await world.service.listFolders(caller);
  const byId = new Map(tree.dossiers.map((folder) => [folder.id, folder]));
  const way = (id: number | null): string => {
    const folder = id === null ? undefined : byId.get(id);
    return folder === undefined ? '' : `${way(folder.parentId)}${folder.nom} > `;
  };
  const { algos } = await world.service.searchAlgos({ role: 'owner', limit: 1000 }, caller);
  const held = await Promise.all(
    algos.map(async ({ id, nom, dossierId }) => {
      const { source } = await world.service.getAlgo({ id }, caller);
      return `${way(dossierId)}${nom} = ${source?.text()}`;
    }),
  );
  return [...tree.dossiers.map(({ id }) => way(id)), ...held].sort();
}

const ALGO = { path: 'a', nom: 'Abc', dossierId: null };
const INDEX = { format: 'algotheque-export', version: 1, dossiers: [], algos: [] };
const FOLDER = { id: 1, nom: 'Cours', parentId: null, path: 'p/' };

/** Ada with folders, equal names in one folder, and a name that no file can have. */
async function opened(options: Parameters<typeof openWorld>[0] = {}) {
  const world = openWorld(options);
  const [ada, bob] = [await member(world, 'ada'), await member(world, 'bob')];
  for (const folder of [{ nom: 'Cours' }, { nom: 'Tri', parentId: 1 }, { nom: 'tri', parentId: 1 }]) {
    await world.service.createFolder({ folder }, ada);
  }
  const algos = [
    ['Rapide', 2, [1]],
    ['Rapide', 2, [2]],
    ['Rapide', 3, [1]],
    ['Rapide', null, [1]],
    ['rapide', null, [1]],
    ['a/b: <c>', 1, { '/': 1 }],
  ] as const;
  for (const [nom, dossierId, sourceCode] of algos) {
    const { algo } = await world.service.createAlgo({ ownerId: ada.user.id, nom, sourceCode }, ada);
    await world.ports.algos.place(algo.id, ada.user.id, dossierId);
  }
  return { world, ada, bob };
}

describe('an import', () => {
  it('of an export makes folders and algorithms as they were; a second one changes nothing', async () => {
    const { world, ada, bob } = await opened();
    const files = await exported(world, ada);
    const report = await imported(world, bob, files);
    expect(report).toHaveLength(9);
    expect(new Set(report.map(({ outcome }) => outcome))).toEqual(new Set(['created']));
    expect(await holdings(world, bob)).toEqual(await holdings(world, ada));
    const before = await holdings(world, bob);
    const again = await imported(world, bob, files);
    expect(again.map(({ path, id }) => [path, id])).toEqual(report.map(({ path, id }) => [path, id]));
    expect(new Set(again.map(({ outcome }) => outcome))).toEqual(new Set(['present']));
    expect(await holdings(world, bob)).toEqual(before);
    expect(new Set((await imported(world, ada, files)).map(({ outcome }) => outcome))).toEqual(new Set(['present']));
  });

  it('takes names and folders from the paths where there is no index', async () => {
    const { world, bob } = await opened();
    const files = { 'Cours/': '', 'Cours/Tri/Bulles.json': '[1]', 'Sommet.JSON': '{}', 'profil.json': '{}' };
    expect(outcomes(await imported(world, bob, files))).toEqual(Object.keys(files).map((path) => [path, 'created']));
    expect(await holdings(world, bob)).toEqual([
      'Cours > ',
      'Cours > Tri > ',
      'Cours > Tri > Bulles = [1]',
      'Sommet = {}',
      'profil = {}',
    ]);
  });

  it.each([true, false])('passes over what macOS and Windows add to a ZIP (with an index: %s)', async (withIndex) => {
    const { world, ada, bob } = await opened();
    const ofMac = [
      '._A.json',
      'Cours/._Tri.json',
      '._Cours',
      '__MACOSX/',
      '__MACOSX/Cours/',
      '__MACOSX/Cours/._A.json',
      '__MACOSX/index.json',
      '.DS_Store',
    ];
    const ofWindows = ['Cours/.DS_Store', 'Thumbs.db', 'Cours/thumbs.db', 'desktop.ini', 'Cours/Desktop.ini'];
    const own = ['Cours/Bulles.json', 'Cours/__MACOSX/Tri.json', 'Cours/.DS_Store.json', 'a__MACOSX/Tri.json'];
    const files = new Map([...ofMac, ...ofWindows, ...own].map((path) => [path, path.endsWith('.json') ? '[1]' : '']));
    const exportFiles = withIndex ? await exported(world, ada) : [];
    const report = await imported(world, bob, new Map([...exportFiles, ...files]));
    expect(report.map(({ path }) => path).filter((path) => files.has(path))).toEqual(own);
    expect(new Set(report.map(({ outcome }) => outcome))).toEqual(new Set(['created']));
  });

  it('takes the folder of a file that the index does not know from the index', async () => {
    const { world, ada, bob } = await opened();
    const files = new Map([...(await exported(world, ada)), ['algorithmes/Cours-1/Tri-2/Neuf.json', '[9]']]);
    await imported(world, bob, files);
    expect(await holdings(world, bob)).toContain('Cours > Tri > Neuf = [9]');
  });

  it('of an export knows its files and folders also by paths in the normal form that macOS gives them', async () => {
    const { world, ada, bob } = await opened();
    const { folder } = await world.service.createFolder({ folder: { nom: 'Été' } }, ada);
    const algo = { ownerId: ada.user.id, nom: 'Tri à bulles', dossierId: folder.id, sourceCode: [1] };
    await world.service.createAlgo(algo, ada);
    const files = [...(await exported(world, ada))];
    await imported(world, bob, new Map(files.map(([path, text]) => [path.normalize('NFD'), text])));
    expect(await holdings(world, bob)).toEqual(await holdings(world, ada));
  });

  it('creates one of two equal files in one import', async () => {
    const { world, bob } = await opened();
    const report = await imported(world, bob, { 'Abc.json': '[1]', 'Abc.JSON': '[1]', 'abc.json': '[1]' });
    expect(report.map(({ outcome }) => outcome)).toEqual(['created', 'present', 'created']);
  });

  it('goes on behind what it refuses, and says why', async () => {
    const { world, bob } = await opened();
    const report = await imported(world, bob, {
      'ab.json': '[1]',
      'Number.json': '1',
      'Text.json': '{',
      'Readme.txt': '[1]',
      '\u202e/Sort.json': '[1]',
      'Good.json': '[1]',
    });
    const { Invalid_data } = Responses.General;
    const why = report.map(({ outcome, message, violations = [] }) => [
      outcome,
      message,
      ...violations.map(({ path, rule }) => `${path} ${rule}`),
    ]);
    expect(why).toEqual([
      ['refused', Invalid_data, '/nom min_length'],
      ['refused', Responses.Algo.Invalid, '/sourceCode type'],
      ['refused', Invalid_data, ' json'],
      ['refused', Invalid_data, ' json'],
      ['refused', Invalid_data, '/dossier/0 bidi_control', '/dossier/0 blank'],
      ['created', undefined],
    ]);
    expect(await holdings(world, bob)).toEqual(['Good = [1]']);
  });

  it.each([
    '/etc/passwd.json',
    '../up.json',
    'a/../../up.json',
    'a/./b.json',
    'a//b.json',
    'C:/Windows.json',
    'C:evil.json',
    '\\\\server\\share.json',
    'a\\..\\b.json',
    'a\u0000.json',
    '..',
    '../',
    'a/../',
    '/',
    '',
    `${'a/'.repeat(256)}b.json`,
    `${'abc/'.repeat(1_023)}b.json`,
  ])('refuses the path %j', async (path) => {
    const { world, bob } = await opened();
    const [first, ...rest] = await imported(world, bob, { [path]: '[1]' });
    expect([first?.outcome, first?.violations, rest]).toMatchObject(['refused', [{ rule: 'unsafe_path' }], []]);
    expect(await holdings(world, bob)).toEqual([]);
  });

  it('refuses links, and the second file of a path', async () => {
    const { world, bob } = await opened();
    async function* files() {
      const read = async () => [1];
      yield { path: 'Link.json', kind: 'other', read };
      yield { path: 'Twice.json', read };
      yield { path: 'Twice.json', read: async () => [2] };
    }
    const { entries } = await world.service.importAlgos({ files: files() }, bob);
    expect(entries.map(({ violations }) => violations?.[0]?.rule)).toEqual(['no_file', undefined, 'duplicate']);
  });

  it('names at most ten violations of a file', async () => {
    const issues = Array.from({ length: 30 }, (_, at) => ({ path: `/${at}`, rule: 'type', message: 'is wrong' }));
    const { world, bob } = await opened({
      replace: { validator: (value) => (value === 1 ? { success: false, issues } : { success: true }) },
    });
    const [refused] = await imported(world, bob, { 'Wrong.json': '1' });
    expect([refused?.violations?.length, refused?.violations?.[9]?.path]).toEqual([10, '/sourceCode/9']);
  });

  it('keeps the limits of folders and the quota', async () => {
    const policy = { folders: { perUser: 2, depth: 1 }, quota: { algos: 2, bytes: 1_000 } };
    const world = openWorld({ policy });
    const bob = await member(world, 'bob');
    const report = await imported(world, bob, {
      'One/Abc.json': '[1]',
      'One/Deep/Abc.json': '[1]',
      'Two/': '',
      'Three/': '',
      'Two/Def.json': '[1]',
      'Ghi.json': '[1]',
      'One/Abc.JSON': '[1]',
    });
    expect(report.map(({ outcome, message }) => message ?? outcome)).toEqual([
      'created',
      Responses.Folder.Too_deep,
      'created',
      Responses.Folder.Quota_exceeded,
      'created',
      Responses.Algo.Quota_exceeded,
      'present',
    ]);
    expect(report[3]?.data).toEqual({ used: 2, limit: 2 });
    expect(report[5]).toEqual({
      path: 'Ghi.json',
      outcome: 'refused',
      id: null,
      message: Responses.Algo.Quota_exceeded,
      data: { algos: { used: 2, limit: 2 }, bytes: { used: 6, limit: 1_000 }, bin: { algos: 0, bytes: 0 } },
    });
    expect(report[1]).not.toHaveProperty('data');
  });

  it('takes the room of former versions where the quota has no other, as each creation does', async () => {
    const world = openWorld({ policy: { quota: { algos: 10, bytes: 50 } } });
    const ada = await member(world, 'ada');
    const algo = { ownerId: ada.user.id, nom: 'Abc', sourceCode: { a: 'of 20 bytes.' } };
    await world.service.createAlgo(algo, ada);
    await world.service.patchAlgo({ id: 1, changes: { sourceCode: { a: 'of 20 more..' } } }, ada);
    expect((await world.service.listVersions({ id: 1 }, ada)).versions).toHaveLength(1);
    expect(outcomes(await imported(world, ada, { 'New.json': '{"b":"of 20 bytes."}' }))).toEqual([
      ['New.json', 'created'],
    ]);
    expect((await world.service.listVersions({ id: 1 }, ada)).versions).toEqual([]);
  });

  it('takes the folder of exports as any other where there is no index, and as the top where there is one', async () => {
    const { world, ada, bob } = await opened();
    await imported(world, bob, { 'algorithmes/Tri.json': '[1]' });
    expect(await holdings(world, bob)).toEqual(['algorithmes > ', 'algorithmes > Tri = [1]']);
    await imported(world, bob, {
      'index.json': JSON.stringify(INDEX),
      'algorithmes/Tas.json': '[1]',
      'Pile/Pop.json': '[1]',
    });
    expect(await holdings(world, bob)).toContain('Tas = [1]');
    expect(await holdings(world, bob)).toContain('Pile > Pop = [1]');
    expect(await holdings(world, ada)).not.toContain('Tas = [1]');
  });

  it('takes paths that only look unsafe', async () => {
    const { world, bob } = await opened();
    const deepest = `${'a/'.repeat(255)}bcd.json`;
    const report = await imported(world, bob, { 'Note C: tri.json': '[1]', '..x.json': '[1]', [deepest]: '[1]' });
    expect(report.map(({ outcome, message }) => message ?? outcome)).toEqual([
      'created',
      'created',
      Responses.Folder.Too_deep,
    ]);
  });

  it.each([
    ['another version', { version: 2 }, '/version', 'is not 1, the only version that this release reads'],
    ['no version', { version: undefined }, '/version', 'is not 1, the only version that this release reads'],
    [
      'another format',
      { format: 'other', version: 2 },
      '/format',
      'is not algotheque-export, that of exports; a file of another kind needs another name',
    ],
    [
      'names that are no text',
      {
        algos: [
          { path: 'a', nom: 1 },
          { path: 'b', nom: 2 },
        ],
      },
      '/algos/0/nom',
      'has the wrong type',
    ],
    [
      'a name that is longer than names can be',
      { algos: [ALGO, { ...ALGO, nom: 'n'.repeat(511) }] },
      '/algos/1/nom',
      'is too long',
    ],
    ['a folder of such a name', { dossiers: [{ ...FOLDER, nom: 'n'.repeat(511) }] }, '/dossiers/0/nom', 'is too long'],
    ['a path that no system takes', { algos: [{ ...ALGO, path: 'p'.repeat(4_097) }] }, '/algos/0/path', 'is too long'],
  ])('is refused with an index of %s, and says why', async (_, wrong, path, message) => {
    const { world, bob } = await opened();
    const index = { ...INDEX, ...wrong };
    const work = imported(world, bob, { 'index.json': JSON.stringify(index), 'Abc.json': '[1]' });
    await expect(work).rejects.toMatchObject({
      code: Responses.General.Invalid_data,
      data: [{ path: `/index.json${path}`, message }],
    });
    expect(await refusal(imported(world, bob, { 'index.json': '{' }))).toBe(Responses.General.Invalid_data);
    expect(await holdings(world, bob)).toEqual([]);
  });

  it('refuses files whose folders the index does not have, lie in themselves or too deep', async () => {
    const { world, bob } = await opened();
    const folder = (id: number, parentId: number | null) => ({ id, nom: `F${id}`, parentId, path: `p${id}/` });
    const deep = Array.from({ length: 300 }, (_, at) => folder(10 + at, at === 0 ? null : 9 + at));
    const index = {
      ...INDEX,
      dossiers: [folder(1, 2), folder(2, 1), ...deep],
      algos: [
        { path: 'a.json', nom: 'Abc', dossierId: 1 },
        { path: 'b.json', nom: 'Bcd', dossierId: 9 },
        { path: 'c.json', nom: 'Cde', dossierId: 309 },
        { path: 'd.json', nom: 'Def', dossierId: null },
      ],
    };
    const files = Object.fromEntries(index.algos.map(({ path }) => [path, '[1]']));
    const report = await imported(world, bob, { 'index.json': JSON.stringify(index), ...files });
    expect(report.map(({ outcome, violations }) => violations?.[0]?.rule ?? outcome)).toEqual([
      'damaged',
      'damaged',
      'damaged',
      'created',
    ]);
  });

  it('into a folder that is deleted meanwhile puts the algorithm at the top', async () => {
    let remove = async (): Promise<void> => {};
    const step: Step = async (name, run) => {
      const result = await run();
      if (name === 'algos.insert') await remove();
      return result;
    };
    const { world, bob } = await opened({ step });
    await imported(world, bob, { 'Cours/': '' });
    // The algorithm is not seen by the deletion: as if it was inserted behind its look.
    remove = async () => {
      const tree = await world.ports.folders.find(bob.user.id);
      await world.ports.folders.compareAndSet(bob.user.id, tree.version, { lastId: 1, folders: [] });
    };
    const [row] = await imported(world, bob, { 'Cours/Tri.json': '[1]' });
    expect(row?.outcome).toBe('created');
    expect(await holdings(world, bob)).toEqual(['Tri = [1]']);
    expect((await world.ports.algos.findById(row?.id ?? 0))?.places).toEqual([]);
  });

  it('ends when its client has gone', async () => {
    const { world, bob } = await opened();
    const gone = { ...bob, signal: AbortSignal.abort() };
    expect(await refusal(imported(world, gone, { 'Abc.json': '[1]' }))).toBe(Responses.General.Unavailable);
    expect(await holdings(world, bob)).toEqual([]);
  });

  it('reads each content of a name once, however many files have that name', async () => {
    let reads = 0;
    const step: Step = (name, run) => {
      if (name === 'contentStore.read') reads += 1;
      return run();
    };
    const { world, bob } = await opened({ step, bounds: { cachedBytes: 0, batch: 7 } });
    for (let count = 0; count < 20; count += 1) {
      await world.service.createAlgo({ ownerId: bob.user.id, nom: 'Same', sourceCode: [count] }, bob);
    }
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`${at}.json`, `[${at}]`]));
    async function* same() {
      for await (const file of filesOf(files)) yield { ...file, named: { nom: 'Same', dossier: [] } };
    }
    reads = 0;
    const { entries } = await world.service.importAlgos({ files: same() }, bob);
    expect(entries.every(({ outcome }) => outcome === 'present')).toBe(true);
    expect(reads).toBe(20);
  });
});

it('an import that a failing store stops can be repeated, and nothing is there twice', async () => {
  const { world, ada } = await opened();
  const files = await exported(world, ada);
  const expected = await holdings(world, ada);
  let stopped = 0;
  for (let failAt = 1; ; failAt += 2) {
    let calls = 0;
    let isFailing = false;
    const step: Step = (_name, run) => {
      calls += isFailing ? 1 : 0;
      if (calls === failAt) throw new UnavailableError({ reason: 'down' });
      return run();
    };
    const target = openWorld({ step });
    const eve = await member(target, 'eve');
    isFailing = true;
    const first = await refusal(imported(target, eve, files));
    const isOver = calls < failAt;
    isFailing = false;
    calls = 0;
    if (first === Responses.General.Unavailable) stopped += 1;
    await imported(target, eve, files);
    expect(await holdings(target, eve), `after a failure of call ${failAt}`).toEqual(expected);
    if (isOver) break;
  }
  expect(stopped).toBeGreaterThan(20); // a failure behind an answer stops nothing
});

describe('imports at one time', () => {
  async function begun(bounds: object) {
    const { world, ada, bob } = await opened({ bounds });
    const { promise, resolve } = Promise.withResolvers<void>();
    async function* waiting() {
      await promise;
      yield* [];
    }
    const first = world.service.importAlgos({ files: waiting() }, bob);
    return { world, ada, bob, first, end: resolve };
  }

  it('are one of one user', async () => {
    const { world, ada, bob, first, end } = await begun({});
    expect(await refusal(imported(world, bob, {}))).toBe(Responses.General.Too_many_requests);
    expect(await imported(world, ada, {})).toEqual([]);
    end();
    await first;
    expect(await imported(world, bob, {})).toEqual([]);
  });

  it('are as many of all users as the bound says', async () => {
    const { world, ada, first, end } = await begun({ imports: 1 });
    expect(await refusal(imported(world, ada, {}))).toBe(Responses.General.Unavailable);
    end();
    await first;
    expect(await imported(world, ada, {})).toEqual([]);
  });

  it('are 16 of all users', async () => {
    const world = openWorld();
    const { promise, resolve } = Promise.withResolvers<void>();
    async function* waiting() {
      await promise;
      yield* [];
    }
    const people = await Promise.all(Array.from({ length: 17 }, (_, at) => member(world, `user${at}`)));
    const [last, ...others] = people;
    const running = others.map((one) => world.service.importAlgos({ files: waiting() }, one));
    expect(last && (await refusal(imported(world, last, {})))).toBe(Responses.General.Unavailable);
    resolve();
    await Promise.all(running);
  });
});
