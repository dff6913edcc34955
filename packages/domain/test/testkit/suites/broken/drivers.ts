import type { StoreDriver, StoreFinding, StoreReading } from '../../../../src/index.ts';
import { driverFixture, type WrapDriver } from '../../memory/driverFixture.ts';
import { brokenBy } from './broken.ts';

const drivers = brokenBy((wrap: WrapDriver) => driverFixture(false, wrap));
const withFolder = brokenBy((wrap: WrapDriver) => driverFixture(true, wrap));

/** With its results of `read` changed. */
const reading =
  (changesOf: (reading: StoreReading) => Partial<StoreReading>): WrapDriver =>
  (driver) => ({
    ...driver,
    async read(url, options) {
      const opened = await driver.read(url, options);
      return { ...opened, ...changesOf(opened) };
    },
  });

/** With each finding of its checks changed. */
const findingOf = (change: (finding: StoreFinding) => StoreFinding): WrapDriver =>
  reading(({ checks }) => ({
    checks: checks.map((check) => ({
      ...check,
      async *run(run) {
        for await (const finding of check.run(run)) yield change(finding);
      },
    })),
  }));

const opening = (change: (driver: StoreDriver) => StoreDriver['open']): WrapDriver => {
  return (driver) => ({ ...driver, open: change(driver) });
};

export const brokenDrivers = [
  drivers('forgets a store that was closed', 'later openings find', (driver, stores) => ({
    ...driver,
    async open(url, options) {
      stores.clear();
      return driver.open(url, { ...options, existing: false });
    },
  })),
  drivers(
    'makes a store that must exist',
    'refuses an absent store',
    opening((driver) => (url, options) => driver.open(url, { ...options, existing: false })),
  ),
  drivers('takes any URL', 'a URL of another kind', (driver) => ({ ...driver, checkUrl() {} })),
  drivers(
    'names its readers in another way',
    'has one location',
    reading(({ location }) => ({ location: `${location}, read` })),
  ),
  drivers(
    'serves after it was closed',
    'serves nothing after',
    opening((driver) => async (url, options) => ({ ...(await driver.open(url, options)), async close() {} })),
  ),
  drivers('serves a store with an unfinished import', 'an unfinished import', (driver, stores) => ({
    ...driver,
    async read(url, options) {
      const store = stores.get(url);
      const source = store?.data.importSource ?? null;
      if (store !== undefined) store.data.importSource = null;
      return driver.read(url, options).finally(() => {
        if (store !== undefined) store.data.importSource = source;
      });
    },
  })),
  withFolder('does not compare the folder of content', 'the folder of another store', (driver, stores) => ({
    ...driver,
    async open(url, options) {
      const store = stores.get(url);
      if (store !== undefined) store.place = null;
      return driver.open(url, options);
    },
  })),
  withFolder(
    'takes over a folder with content',
    'for a folder that has content',
    opening((driver) => (url, options) => {
      const { folder } = options;
      return driver.open(url, { ...options, folder: folder === null ? null : { ...folder, holdsContent: false } });
    }),
  ),
  drivers(
    'reads other content than the reference names',
    'beside the process',
    reading(({ present }) => ({ present: { ...present, content: async () => new TextEncoder().encode('[1]') } })),
  ),
  drivers(
    'says that its views are of one moment',
    'of one moment',
    reading(() => ({ isOneMoment: true })),
  ),
  drivers(
    'finds something in a sound store',
    'finds nothing wrong',
    reading(({ checks }) => ({
      checks: [
        ...checks,
        {
          name: 'zeal',
          isFirst: false,
          async *run() {
            yield { code: 'sums-wrong', place: 'everywhere' };
          },
        },
      ],
    })),
  ),
  drivers(
    'finds nothing',
    'was changed past it',
    reading(() => ({ checks: [] })),
  ),
  drivers(
    'mends without being asked to',
    'mends it only if it may',
    findingOf((finding) => ({ mend: async () => 'It was mended', ...finding })),
  ),
  drivers(
    'has two checks of one name',
    'a name each',
    reading(({ checks }) => ({ checks: [...checks, ...checks] })),
  ),
];
