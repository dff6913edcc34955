import type { AlgoPage } from '@algotheque/domain';
import { type Answer, CreatedRes, EmptyRes, type Headers, OkRes, PagesRes, SourceRes } from '../responseKinds.ts';
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
  return new OkRes(message, found.algos, nextLink(found, `${base}/byUserId/${id}`, limit));
};

type ReadPage = (page: { readonly limit: number; readonly after?: number | undefined }) => Promise<AlgoPage>;

function wholeList(first: AlgoPage, read: ReadPage, message: Success['message']): Answer {
  return first.next === null ? new OkRes(message, first.algos) : new PagesRes(message, allPages(first, read));
}

async function* allPages(first: AlgoPage, read: ReadPage): AsyncGenerator<AlgoPage['algos']> {
  let { algos, next } = first;
  yield algos;
  while (next !== null) {
    ({ algos, next } = await read({ limit: PAGE_RECORDS, after: next }));
    yield algos;
  }
}

function nextLink({ next }: AlgoPage, path: string, limit: number): Headers {
  return next === null ? {} : { Link: `<${path}?limit=${limit}&after=${next}>; rel="next"` };
}

/** One client's copy may be kept if it asks each time whether it still may: rights can be withdrawn. */
const REVALIDATED: Headers = { 'Cache-Control': 'private, no-cache', Vary: 'Authorization' };

export const getAlgo: Handler<'getAlgo'> = async (input, { service, caller, message }) => {
  const { algo, version, source } = await service.getAlgo(input, caller);
  const headers = { ...REVALIDATED, ETag: entityTag(version) };
  return source === null ? new EmptyRes(304, headers) : new SourceRes(message, algo, source.bytes, headers);
};

export const createAlgo: Handler<'createAlgo'> = async (input, { service, caller, base, message }) => {
  const { algo, version } = await service.createAlgo(input, caller);
  return new CreatedRes(message, algo, { Location: `${base}/${algo.id}`, ETag: entityTag(version) });
};

export const updateAlgo: Handler<'updateAlgo'> = async (input, { service, caller, message }) => {
  const { algo, version } = await service.updateAlgo(input, caller);
  return new OkRes(message, algo, { ETag: entityTag(version) });
};

export const registerUser: Handler<'registerUser'> = async (input, { service, caller, base, message }) => {
  const user = await service.registerUser(input, caller);
  return new CreatedRes(message, user, { Location: `${base}/${user.id}` });
};
