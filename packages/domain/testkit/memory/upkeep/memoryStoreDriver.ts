import {
  type CheckRun,
  type Clock,
  ContentMismatchError,
  type ContentPlace,
  ImportRefusedError,
  type OpenedStore,
  type OpenStoreOptions,
  type ReadStoreOptions,
  type StoreDriver,
  type StoreFinding,
  type StoreReading,
  StoreRefusedError,
  StoreUrlError,
  type StoreView,
} from '@algotheque/domain';
import { memoryAlgoRepository } from '../algos/memoryAlgoRepository.ts';
import { MemoryContents, memoryContentStore } from '../content/memoryContentStore.ts';
import { FakeClock } from '../fakeClock.ts';
import { memoryAlgoBin } from '../history/memoryAlgoBin.ts';
import { MemoryData } from '../memoryData.ts';
import { memoryStorePorts } from '../memoryPorts.ts';
import { type Outage, withOutage } from '../outage.ts';
import { holdsNothing, memoryPortableStore } from './memoryPortableStore.ts';

/** A store in memory, for tests that look into it. */
export class MemoryStore {
  readonly data = new MemoryData();
  readonly contents = new MemoryContents();
  place: ContentPlace | null = null;
}

/**
 * The smallest driver, for stores in memory with URLs of the form `memory:NAME`.
 * @param stores those that exist, by their URLs
 */
export function memoryStoreDriver(
  stores: Map<string, MemoryStore> = new Map(),
  clock: Pick<Clock, 'now'> = new FakeClock(),
): StoreDriver {
  const existing = (url: string): MemoryStore => {
    checkUrl(url);
    const found = stores.get(url);
    if (found === undefined) throw new StoreRefusedError(`There is no store ${url}`);
    if (found.data.importSource !== null) throw new StoreRefusedError(`An import into ${url} has not ended`);
    return found;
  };
  return {
    checkUrl,
    async open(url, options): Promise<OpenedStore> {
      const { folder, importing } = options;
      const isNew = !stores.has(url);
      const store = importing !== undefined || (isNew && options.existing !== true) ? new MemoryStore() : existing(url);
      checkUrl(url);
      if (isNew && importing === undefined && folder?.holdsContent === true) throw mismatch(null);
      const used = stores.get(url) ?? store;
      const portable = memoryPortableStore(used.data);
      if (importing !== undefined) {
        const isOfFolder = folder !== null && used.place !== null && ownerOf(used.place) === folder.findOwner();
        await portable.beginImport({ ...importing, isLeft: importing.isLeft === true && isOfFolder });
      }
      claimPlace(used, options);
      stores.set(url, used);
      const outage: Outage = { down: false };
      const contents = folder === null ? memoryContentStore(clock, used.contents) : await folder.open();
      return {
        ports: behind(memoryStorePorts(used.data), outage),
        portable: withOutage(portable, outage),
        location: url,
        async ready() {},
        openContent: async () => withOutage(contents, outage),
        async close() {
          outage.down = true;
        },
      };
    },
    read: async (url, options = {}) => reading(url, existing(url), options),
    async requireEmpty(url) {
      const data = stores.get(url)?.data;
      if (data !== undefined && !holdsNothing(data)) throw new ImportRefusedError(`${url} is not empty`);
    },
  };
}

function checkUrl(url: string): void {
  if (!url.startsWith('memory:')) throw new StoreUrlError('The URL of a store in memory must be memory:NAME');
}

/** @throws ContentMismatchError */
function claimPlace(store: MemoryStore, { folder }: OpenStoreOptions): void {
  const place = folder === null ? 'store' : { owner: folder.owner() };
  const { place: recorded } = store;
  const isSame = recorded === null || ownerOf(recorded) === ownerOf(place);
  if (!isSame && store.data.algos.size > 0) throw mismatch(ownerOf(recorded));
  store.place = place;
}

const ownerOf = (place: ContentPlace): string | null => (place === 'store' ? null : place.owner);

const mismatch = (owner: string | null): ContentMismatchError =>
  new ContentMismatchError('In memory: content and records do not belong together', { isMovable: true, owner });

const behind = <Ports extends object>(ports: Ports, outage: Outage): Ports =>
  Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, withOutage(port, outage)])) as Ports; // by their names

function reading(url: string, store: MemoryStore, { mends = false }: ReadStoreOptions): StoreReading {
  const { records: published } = store.contents;
  async function* unnamed({ keepAside }: CheckRun): AsyncGenerator<StoreFinding> {
    for (const [id, { content }] of published) {
      if (store.data.algos.has(id) || store.data.bin.has(id)) continue;
      const mend = async (): Promise<string> => {
        const kept = await keepAside?.(`${id}.json`, content);
        published.delete(id);
        return `It was moved to ${kept}`;
      };
      yield { code: 'content-without-record', place: `${url}:${id}`, ...(mends && keepAside !== null && { mend }) };
    }
  }
  const view = viewOf(store);
  return {
    location: url,
    ports: memoryStorePorts(store.data),
    present: view,
    isOneMoment: false,
    take: async () => ({ ...view, end: async () => {} }),
    checks: [{ name: 'contents without records', isFirst: false, run: unnamed }],
    portable: mends ? memoryPortableStore(store.data) : null,
    contentPlace: async () => store.place,
    locate: (ref) => `${url}:${ref}`,
    async close() {},
  };
}

function saved({ contents }: MemoryStore, id: number, ref: string): Uint8Array | null {
  const found = [contents.records.get(id), contents.bin.get(id), contents.formers.get(ref)];
  return found.find((kept) => kept?.ref === ref)?.content.slice() ?? null;
}

function viewOf(store: MemoryStore): StoreView {
  const portable = memoryPortableStore(store.data);
  return {
    countRows: (kind) => portable.countRows(kind),
    exportRows: (kind, onDamaged) => portable.exportRows(kind, onDamaged),
    content: async ({ id, ref }) => saved(store, id, ref),
    find: async (id) => (await memoryAlgoRepository(store.data).findById(id)) ?? memoryAlgoBin(store.data).find(id),
    findFormer: async (ref) => store.data.history.get(ref) ?? null,
  };
}
