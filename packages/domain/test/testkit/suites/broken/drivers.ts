import { endableView, type StoreDriver, type StoreReading, UnavailableError } from '../../../../src/index.ts';
import type { StoreDriverFixture } from '../../../../testkit/suites/index.ts';
import { driverFixture, type WrapDriver } from '../../memory/driverFixture.ts';
import type { BrokenVariants } from './broken.ts';

const drivers = (wrap: WrapDriver) => () => driverFixture(false, wrap);
const withFolder = (wrap: WrapDriver) => () => driverFixture(true, wrap);

/** With its results of `read` changed. */
const reading = (changesOf: (reading: StoreReading) => Partial<StoreReading>) =>
  drivers((driver) => ({
    ...driver,
    async read(url, options) {
      const opened = await driver.read(url, options);
      return { ...opened, ...changesOf(opened) };
    },
  }));

/** Makes the store wherever it is absent. */
const making =
  (method: 'read' | 'views'): WrapDriver =>
  (driver, stores) => ({
    ...driver,
    // The method is one of two with the same first input, and passes the others on.
    [method]: async (url: string, options: never) => {
      if (!stores.has(url)) await (await driver.open(url, { folder: null })).close();
      return driver[method](url, options);
    },
  });

const opening = (change: (driver: StoreDriver) => StoreDriver['open']): WrapDriver => {
  return (driver) => ({ ...driver, open: change(driver) });
};

export const brokenDrivers: BrokenVariants<StoreDriverFixture> = {
  'forgets a store that was closed': {
    fails: 'later openings find',
    open: drivers((driver, stores) => ({
      ...driver,
      async open(url, options) {
        stores.clear();
        return driver.open(url, { ...options, existing: false });
      },
    })),
  },
  'makes a store that must exist': {
    fails: 'refuses an absent store',
    open: drivers(opening((driver) => (url, options) => driver.open(url, { ...options, existing: false }))),
  },
  'makes a store to read it': { fails: 'refuses an absent store', open: drivers(making('read')) },
  'makes a store for its views': { fails: 'refuses an absent store', open: drivers(making('views')) },
  'takes any URL': { fails: 'a URL of another kind', open: drivers((driver) => ({ ...driver, checkUrl() {} })) },
  'names its readers in another way': {
    fails: 'has one location',
    open: reading(({ location }) => ({ location: `${location}, read` })),
  },
  'serves after it was closed': {
    fails: 'serves nothing after',
    open: drivers(
      opening((driver) => async (url, options) => ({ ...(await driver.open(url, options)), async close() {} })),
    ),
  },
  'serves a store with an unfinished import': {
    fails: 'an unfinished import',
    open: drivers((driver, stores) => ({
      ...driver,
      async views(url) {
        const store = stores.get(url);
        const source = store?.data.importSource ?? null;
        if (store !== undefined) store.data.importSource = null;
        return driver.views(url).finally(() => {
          if (store !== undefined) store.data.importSource = source;
        });
      },
    })),
  },
  'takes every store for empty': {
    fails: 'an unfinished import',
    open: drivers((driver) => ({ ...driver, async requireEmpty() {} })),
  },
  'does not compare the folder of content': {
    fails: 'the folder of another store',
    open: withFolder((driver, stores) => ({
      ...driver,
      async open(url, options) {
        const store = stores.get(url);
        if (store !== undefined) store.place = null;
        return driver.open(url, options);
      },
    })),
  },
  'takes over a folder with content': {
    fails: 'for a folder that has content',
    open: withFolder(
      opening((driver) => (url, options) => {
        const { folder } = options;
        return driver.open(url, { ...options, folder: folder === null ? null : { ...folder, holdsContent: false } });
      }),
    ),
  },
  'reads other content than the reference names': {
    fails: 'beside the process',
    open: reading(({ content }) => ({ content: { ...content, read: async () => new TextEncoder().encode('[1]') } })),
  },
  'does not know where the content is': {
    fails: 'beside the process',
    open: reading(() => ({ contentPlace: async () => null })),
  },
  'ends the store that it reads beside': {
    fails: 'beside the process',
    open: drivers((driver) => {
      const opened: { close(): Promise<void> }[] = [];
      return {
        ...driver,
        async open(url, options) {
          const store = await driver.open(url, options);
          opened.push(store);
          return store;
        },
        async read(url, options) {
          const found = await driver.read(url, options);
          return { ...found, close: async () => void (await Promise.all(opened.map((store) => store.close()))) };
        },
      };
    }),
  },
  'says that its views are of one moment': {
    fails: 'of one moment',
    open: drivers((driver) => ({
      ...driver,
      views: async (url) => ({ ...(await driver.views(url)), isOneMoment: true }),
    })),
  },
  'gives a present of the past': {
    fails: 'of one moment',
    open: drivers((driver) => ({
      ...driver,
      async views(url) {
        const views = await driver.views(url);
        const past: unknown[] = [];
        for await (const batch of views.present.contents()) past.push(...batch);
        const present = endableView(views.present, async () => {});
        return {
          ...views,
          present: {
            ...present,
            async *contents() {
              for await (const batch of views.present.contents()) yield batch.slice(0, past.length);
            },
          },
        };
      },
    })),
  },
  'ends a view only once': {
    fails: 'of one moment',
    open: drivers((driver) => ({
      ...driver,
      async views(url) {
        const views = await driver.views(url);
        let ends = 0;
        const end = async (): Promise<void> => {
          ends += 1;
          if (ends > 1) throw new UnavailableError();
        };
        return { ...views, take: async () => endableView(views.present, end) };
      },
    })),
  },
  'finds something in a sound store': {
    fails: 'finds nothing wrong',
    open: reading(({ checks }) => ({
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
  },
  'finds nothing': { fails: 'was changed past it', open: reading(() => ({ checks: [] })) },
  'mends without being asked to': {
    fails: 'mends it only if it may',
    open: reading(({ checks }) => ({
      checks: checks.map((check) => ({
        ...check,
        async *run(run) {
          for await (const finding of check.run(run)) yield { mend: async () => 'It was mended', ...finding };
        },
      })),
    })),
  },
  'says that it mended, and did not': {
    fails: 'mends it only if it may',
    open: reading(({ checks }) => ({
      checks: checks.map((check) => ({
        ...check,
        async *run(run) {
          for await (const { mend, ...finding } of check.run(run))
            yield { ...finding, ...(mend !== undefined && { mend: async () => 'It was mended' }) };
        },
      })),
    })),
  },
  'has two checks of one name': {
    fails: 'a name each',
    open: reading(({ checks }) => ({ checks: [...checks, ...checks] })),
  },
};
