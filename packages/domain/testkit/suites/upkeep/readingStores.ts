import type { CheckRun, NamedContent, StoreFinding, StoreView } from '@algotheque/domain';
import { equal, ok, present } from '../assert.ts';
import { newUser } from '../samples.ts';
import type { AddTest } from '../suite.ts';
import { exportAll } from './portableRows.ts';
import { openReady, type StoreDriverFixture, saveAlgo } from './storeFixture.ts';

/** How a store is read beside a server, and mended. */
export function addReadingTests(test: AddTest<StoreDriverFixture>): void {
  test('is read beside the process that has it open', async (fixture) => {
    const { store, algo, user } = await filled(fixture);
    const reading = await readingOf(fixture);
    equal(await reading.ports.users.findById(user.id), await store.ports.users.findById(user.id));
    equal(await reading.ports.algos.findById(algo.id), await store.ports.algos.findById(algo.id));
    // The last ids may be those of a block that the other process has taken.
    const [read, written] = [await exportAll(reading.present), await exportAll(store.portable)];
    equal({ ...read, lastId: [] }, { ...written, lastId: [] });
    equal(textOf(await reading.present.content(algo)), fixture.folders === null ? '[1]' : null);
    equal(await reading.present.content({ ...algo, ref: `${algo.ref}0` }), null, 'another reference');
    equal(reading.portable, null, 'what it is mended with');
    const expected = fixture.folders === null ? 'store' : { owner: fixture.folders.own.folder.owner() };
    equal(await reading.contentPlace(), expected);
    await reading.close();
    ok((await store.ports.users.findById(user.id)) !== null, 'the store is open still');
    await store.close();
  });

  test('gives views, of one moment if it says so', async (fixture) => {
    const { store, algo } = await filled(fixture);
    const views = await readingOf(fixture);
    const view = await views.take();
    await store.ports.algos.compareAndSet(algo.id, 1, { nom: 'Later' });
    const later = await saveAlgo(store, '[2]');
    const both = [algo, later].map(({ id, ref }) => ({ id, ref }));
    equal(await namedIn(views.present), both);
    equal((await views.present.find(algo.id))?.nom, 'Later');
    if (views.isOneMoment && (await fixture.keepsMoments())) {
      equal(await namedIn(view), [{ id: algo.id, ref: algo.ref }]);
      equal([(await view.find(algo.id))?.nom, await view.find(later.id)], ['Sort', null]);
    }
    const files = fixture.folders?.own.files;
    const content = (await view.content(algo)) ?? (await files?.read(algo.id, algo.ref)) ?? null;
    equal(textOf(content), '[1]');
    await store.ports.bin.add(algo.id, 2, 5);
    equal(await namedIn(views.present), both, 'with what is in the bin');
    const deleted = await views.present.find(algo.id);
    equal([deleted?.ref, deleted !== null && 'dateSuppression' in deleted], [algo.ref, true]);
    if (views.isOneMoment && (await fixture.keepsMoments())) {
      const then = await view.find(algo.id);
      equal(then !== null && 'dateSuppression' in then, false);
    }
    await view.end();
    await view.end();
    await views.close();
    await store.close();
  });

  test('finds nothing wrong in what it has written', async (fixture) => {
    const { store } = await filled(fixture);
    await store.close();
    equal(await findings(fixture, { mends: true }), []);
  });

  test('finds what was changed past it, and mends it only if it may', async (fixture) => {
    if (fixture.spoil === null) return;
    const { store } = await filled(fixture);
    await store.close();
    await fixture.spoil();
    const seen = await findings(fixture, { mends: false });
    ok(seen.length > 0, 'a check finds it');
    equal(
      seen.filter(({ mend }) => mend !== undefined),
      [],
      'findings that can be mended without the store',
    );
    equal(await findings(fixture, { mends: false }), seen, 'the second look');
    equal(
      (await findings(fixture, { mends: true })).map(({ code }) => code),
      seen.map(({ code }) => code),
    );
    equal(await findings(fixture, { mends: false }), [], 'after the repair');
    await (await openReady(fixture, { existing: true })).close();
  });

  test('has checks with a name each', async (fixture) => {
    await (await openReady(fixture)).close();
    const reading = await readingOf(fixture);
    const names = reading.checks.map(({ name }) => name);
    ok(names.length > 0 && new Set(names).size === names.length, `names: ${names.join(', ')}`);
    await reading.close();
  });
}

async function filled(fixture: StoreDriverFixture) {
  const store = await openReady(fixture);
  const user = await store.ports.users.insert(newUser());
  const algo = await saveAlgo(store, '[1]');
  return { store, user, algo };
}

const readingOf = ({ port, url }: StoreDriverFixture, mends = false) => port.read(url, { mends });

/** What all checks find; with `mends` all of it is mended. */
async function findings(fixture: StoreDriverFixture, { mends }: { readonly mends: boolean }): Promise<StoreFinding[]> {
  const reading = await readingOf(fixture, mends);
  const run: CheckRun = { keepAside: mends ? async (name) => name : null, now: Date.now, reach() {} };
  const found: StoreFinding[] = [];
  for (const check of reading.checks) {
    for await (const finding of check.run(run)) {
      found.push(finding);
      if (mends) ok((await present(finding.mend, 'the repair')()) !== '', 'it says what was done');
    }
  }
  await reading.close();
  return found;
}

/** The contents that the rows name, by ascending id. */
async function namedIn(view: StoreView): Promise<NamedContent[]> {
  const named: NamedContent[] = [];
  for (const kind of ['algo', 'deleted'] as const)
    for await (const batch of view.exportRows(kind)) named.push(...batch.map(({ id, ref }) => ({ id, ref })));
  return named.sort((one, other) => one.id - other.id);
}

const textOf = (bytes: Uint8Array | null): string | null => (bytes === null ? null : new TextDecoder().decode(bytes));
