import { type AlgoPage, Responses } from '@algotheque/domain';
import { type Answer, CreatedRes, EmptyRes, type Headers, OkRes, PagesRes, SourceRes } from '../responseKinds.ts';
import type { Handler } from '../route.ts';
import { pageOf, strictNumber } from './numbers.ts';
import { entityTag, ifMatch, ifNoneMatch } from './preconditions.ts';

const { Success } = Responses.Algo;

/** How many records one page of a whole list holds at most; the bound of bytes ends it before where they name many users. */
const PAGE_RECORDS = 100;

export const listAlgos: Handler = async ({ params, query, caller, base }, { service }) => {
  const asked = pageOf(query);
  const id = strictNumber(params['id']);
  const read = (page: { readonly limit?: number; readonly after?: number }) => service.listAlgos({ id, page }, caller);
  const { limit } = asked;
  if (limit === undefined) return wholeList(await read({ ...asked, limit: PAGE_RECORDS }), read);
  const found = await read(asked);
  return new OkRes(Success.Listed, found.algos, nextLink(found, `${base}/byUserId/${params['id']}`, limit));
};

type ReadPage = (page: { readonly limit: number; readonly after: number }) => Promise<AlgoPage>;

function wholeList(first: AlgoPage, read: ReadPage): Answer {
  return first.next === null
    ? new OkRes(Success.Listed, first.algos)
    : new PagesRes(Success.Listed, allPages(first, read));
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

export const getAlgo: Handler = async ({ params, caller, ...request }, { service }) => {
  const unlessVersion = ifNoneMatch(request.ifNoneMatch);
  const { algo, version, source } = await service.getAlgo({ id: strictNumber(params['id']), unlessVersion }, caller);
  const headers = { ...REVALIDATED, ETag: entityTag(version) };
  return source === null ? new EmptyRes(304, headers) : new SourceRes(Success.Found, algo, source.bytes, headers);
};

export const createAlgo: Handler = async ({ body, caller, base }, { service }) => {
  const { algo, version } = await service.createAlgo(body, caller);
  return new CreatedRes(Success.Created, algo, { Location: `${base}/${algo.id}`, ETag: entityTag(version) });
};

export const updateAlgo: Handler = async ({ params, body, caller, ...request }, { service }) => {
  const ifVersion = ifMatch(request.ifMatch);
  const id = strictNumber(params['id']);
  const { algo, version } = await service.updateAlgo({ id, changes: body, ifVersion }, caller);
  return new OkRes(Success.Updated, algo, { ETag: entityTag(version) });
};

export const deleteAlgo: Handler = async ({ params, caller, ...request }, { service }) => {
  await service.deleteAlgo({ id: strictNumber(params['id']), ifVersion: ifMatch(request.ifMatch) }, caller);
  return new OkRes(Success.Deleted);
};

export const leaveAlgo: Handler = async ({ params, caller, ...request }, { service }) => {
  await service.leaveAlgo({ id: strictNumber(params['id']), ifVersion: ifMatch(request.ifMatch) }, caller);
  return new OkRes(Success.Left);
};
