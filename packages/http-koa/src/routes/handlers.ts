import type { AlgoList, Service, VersionedAlgo } from '@algotheque/domain';
import { zipBody } from '../archives/zipBody.ts';
import {
  type Answer,
  CreatedRes,
  EmptyRes,
  type Headers,
  OkRes,
  PagesRes,
  SourceRes,
  TextRes,
} from '../responseKinds.ts';
import type { Success } from '../route.ts';
import { entityTag } from './preconditions.ts';
import type { Handler } from './row.ts';

/**
 * The most records of a page, for a list that is sent completely; the bound of bytes ends a page earlier if its
 * records have many grants.
 */
const PAGE_RECORDS = 100;

export const listAlgos: Handler<'listAlgos'> = async ({ id, page = {} }, { service, caller, base, message }) => {
  const read: ReadPage = (bounds) => service.listAlgos({ id, page: bounds }, caller);
  const { limit } = page;
  if (limit === undefined) return wholeList(await read({ ...page, limit: PAGE_RECORDS }), read, message);
  const found = await read({ ...page, limit });
  const headers = { ...nextLink(found, `${base}/byUserId/${id}`, limit), ...leftOut(found) };
  return new OkRes(message, found.algos, headers);
};

type ReadPage = (page: { readonly limit: number; readonly after?: number | undefined }) => Promise<AlgoList>;

function wholeList(first: AlgoList, read: ReadPage, message: Success['message']): Answer {
  const headers = leftOut(first);
  if (first.next === null) return new OkRes(message, first.algos, headers);
  return new PagesRes(message, allPages(first, read), headers);
}

async function* allPages(first: AlgoList, read: ReadPage): AsyncGenerator<AlgoList['algos']> {
  let { algos, next } = first;
  yield algos;
  while (next !== null) {
    ({ algos, next } = await read({ limit: PAGE_RECORDS, after: next }));
    yield algos;
  }
}

export const searchAlgos: Handler<'searchAlgos'> = async (input, { service, caller, base, message }) => {
  const page = await service.searchAlgos(input, caller);
  return new OkRes(message, page.algos, {
    ...(page.next !== null && { Link: `<${base}?${nextQuery(input, page.next)}>; rel="next"` }),
    ...(page.total !== null && { 'X-Total-Count': String(page.total) }),
    ...leftOut(page),
  });
};

/** The same search behind the page. The next page does not count again. */
function nextQuery(input: Parameters<Service['searchAlgos']>[0], after: string): string {
  const { total: _, ...same } = { ...input, after };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(same)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.toString();
}

/** Says how many records are damaged, and so are not in the answer. Of a whole list it counts the first page: headers go before the rest. */
export const leftOut = ({ leftOut: count }: Pick<AlgoList, 'leftOut'>): Headers =>
  count === 0 ? {} : { 'X-Records-Left-Out': String(count) };

function nextLink({ next }: AlgoList, path: string, limit: number): Headers {
  return next === null ? {} : { Link: `<${path}?limit=${limit}&after=${next}>; rel="next"` };
}

/** One client's copy may be kept if it asks each time whether it still may: rights can be withdrawn. */
const REVALIDATED: Headers = { 'Cache-Control': 'private, no-cache', Vary: 'Authorization' };

export const getAlgo: Handler<'getAlgo'> = async (input, { service, caller, message }) => {
  const { algo, version, source } = await service.getAlgo(input, caller);
  const headers = { ...REVALIDATED, ETag: entityTag(version) };
  return source === null ? new EmptyRes(304, headers) : new SourceRes(message, algo, source, headers);
};

export const createAlgo: Handler<'createAlgo'> = async (input, { service, caller, base, message }) =>
  createdAlgo(await service.createAlgo(input, caller), base, message);

export const copyAlgo: Handler<'copyAlgo'> = async (input, { service, caller, base, message }) =>
  createdAlgo(await service.copyAlgo(input, caller), base, message);

const createdAlgo = ({ algo, version }: VersionedAlgo, base: string, message: Success['message']): Answer =>
  new CreatedRes(message, algo, { Location: `${base}/${algo.id}`, ETag: entityTag(version) });

export const updateAlgo: Handler<'updateAlgo'> = async (input, { service, caller, message }) =>
  changed(await service.updateAlgo(input, caller), message);

export const patchAlgo: Handler<'patchAlgo'> = async (input, { service, caller, message }) =>
  changed(await service.patchAlgo(input, caller), message);

export const placeAlgo: Handler<'placeAlgo'> = async (input, { service, caller, message }) =>
  changed(await service.placeAlgo(input, caller), message);

export const changed = ({ algo, version }: VersionedAlgo, message: Success['message']): Answer =>
  new OkRes(message, algo, { ETag: entityTag(version) });

export const listFolders: Handler<'listFolders'> = async (_input, { service, caller, message }) => {
  const { tree, version } = await service.listFolders(caller);
  return new OkRes(message, tree, { ETag: entityTag(version) });
};

export const createFolder: Handler<'createFolder'> = async (input, { service, caller, message }) => {
  const { folder, version } = await service.createFolder(input, caller);
  return new CreatedRes(message, folder, { ETag: entityTag(version) });
};

export const updateFolder: Handler<'updateFolder'> = async (input, { service, caller, message }) => {
  const { folder, version } = await service.updateFolder(input, caller);
  return new OkRes(message, folder, { ETag: entityTag(version) });
};

export const deleteFolder: Handler<'deleteFolder'> = async (input, { service, caller, message }) => {
  const { version } = await service.deleteFolder(input, caller);
  return new OkRes(message, undefined, { ETag: entityTag(version) });
};

export const registerUser: Handler<'registerUser'> = async (input, { service, caller, base, message }) => {
  const user = await service.registerUser(input, caller);
  return new CreatedRes(message, user, { Location: `${base}/${user.id}` });
};

export const exportUser: Handler<'exportUser'> = async (id, { service, caller }) => {
  const { entries } = await service.exportUser(id, caller);
  const headers = { 'Content-Disposition': 'attachment; filename="algotheque.zip"' };
  return new TextRes('application/zip', zipBody(entries), headers);
};

export const importAlgos: Handler<'importAlgos'> = async (input, { service, caller, message }) =>
  new OkRes(message, (await service.importAlgos(input, caller)).entries);
