import {
  ContentMismatchError,
  ImportRefusedError,
  StoreRefusedError,
  StoreUrlError,
  UnavailableError,
} from '@algotheque/domain';
import { equal, ok, rejects } from '../assert.ts';
import { newUser } from '../samples.ts';
import { contract } from '../suite.ts';
import { addReadingTests } from './readingStores.ts';
import { openReady, type StoreDriverFixture, saveAlgo } from './storeFixture.ts';

/** What every StoreDriver promises. */
export const storeDriverContract = contract<StoreDriverFixture>('StoreDriver', (test) => {
  test('makes a store, which later openings find', async (fixture) => {
    const first = await openReady(fixture);
    const { id } = await first.ports.users.insert(newUser());
    await first.close();
    const second = await openReady(fixture, { existing: true });
    ok((await second.ports.users.findById(id)) !== null, 'the user is there');
    await second.close();
  });

  test('refuses an absent store that must exist, and makes none', async (fixture) => {
    for (const use of usesOf(fixture)) await rejects(use, StoreRefusedError);
    for (const use of usesOf(fixture)) await rejects(use, StoreRefusedError, 'the second time');
  });

  test('refuses a URL of another kind', async (fixture) => {
    fixture.port.checkUrl(fixture.url);
    const other = { ...fixture, url: 'another-kind:place' };
    await rejects(async () => fixture.port.checkUrl(other.url), StoreUrlError, 'checkUrl');
    for (const use of usesOf(other)) await rejects(use, StoreUrlError);
  });

  test('has one location, without credentials', async (fixture) => {
    const { port, url, secret } = fixture;
    const store = await openReady(fixture);
    const reading = await port.read(url);
    equal(reading.location, store.location);
    const scheme = url.slice(0, url.indexOf(':') + 1);
    ok(store.location.startsWith(scheme), 'it has the scheme of the URL');
    ok(secret === null || !store.location.includes(secret), 'it has no secret');
    for (const opened of [reading, store]) await opened.close();
  });

  test('serves nothing after it was closed', async (fixture) => {
    const store = await openReady(fixture);
    await store.close();
    await store.close();
    await rejects(() => store.ports.users.findById(1), UnavailableError);
  });

  test('opens a store with an unfinished import for nothing else', async (fixture) => {
    const importing = { source: 'one' };
    await fixture.port.requireEmpty(fixture.url);
    const first = await openReady(fixture, { importing });
    await first.close();
    for (const use of usesOf(fixture)) await rejects(use, StoreRefusedError);
    const second = await openReady(fixture, { importing });
    await second.portable.importRows('lastId', [{ of: 'user', id: 7 }]);
    await second.close();
    await rejects(() => openReady(fixture, { importing }), ImportRefusedError, 'with a row');
    const third = await openReady(fixture, { importing: { source: 'another', anew: true } });
    await third.portable.importRows('lastId', [{ of: 'user', id: 9 }]);
    await third.portable.endImport();
    await third.close();
    const served = await openReady(fixture, { existing: true });
    equal((await served.ports.users.insert(newUser())).id, 10, 'the id after the import');
    await served.close();
    await rejects(() => openReady(fixture, { importing }), ImportRefusedError, 'an import into a store in use');
    await rejects(() => fixture.port.requireEmpty(fixture.url), ImportRefusedError, 'requireEmpty');
  });

  test('takes what it holds for left by an import only if it names the folder with the mark', async (fixture) => {
    if (fixture.folders === null) return;
    const { own, other } = fixture.folders;
    const store = await openReady(fixture);
    await saveAlgo(store, '[1]');
    await store.close();
    const left = { source: 'one', anew: true, isLeft: true };
    await rejects(() => openReady(fixture, { importing: left, folder: other.folder }), ImportRefusedError);
    await (await openReady(fixture, { importing: left, folder: own.folder })).close();
    await (await openReady(fixture, { importing: { source: 'one' } })).close();
  });

  test('refuses the folder of another store, and changes nothing', async (fixture) => {
    if (fixture.folders === null) return;
    const { own, other } = fixture.folders;
    const first = await openReady(fixture);
    const algo = await saveAlgo(first, '[1]');
    await first.close();
    await rejects(() => openReady(fixture, { folder: other.folder }), ContentMismatchError);
    const again = await openReady(fixture, { folder: { ...own.folder, holdsContent: true } });
    equal((await again.ports.algos.findById(algo.id))?.ref, algo.ref);
    await again.close();
  });

  test('makes no store for a folder that has content', async (fixture) => {
    if (fixture.folders === null) return;
    const folder = { ...fixture.folders.own.folder, holdsContent: true };
    const problem = await rejects(() => openReady(fixture, { folder }), ContentMismatchError);
    equal([problem.isMovable, problem.owner], [true, null]);
    await rejects(() => openReady(fixture, { existing: true, folder }), StoreRefusedError, 'the next opening');
  });

  addReadingTests(test);
});

/** The ways to open a store that must exist. */
function usesOf(fixture: StoreDriverFixture): readonly (() => Promise<unknown>)[] {
  const { port, url } = fixture;
  const closed = async (opening: Promise<{ close(): Promise<void> }>) => (await opening).close();
  return [
    () => closed(openReady(fixture, { existing: true })),
    () => closed(port.read(url)),
    () => closed(port.read(url, { mends: true })),
  ];
}
