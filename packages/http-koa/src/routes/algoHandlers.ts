import { type AlgoPage, Responses } from '@algotheque/domain';
import { CreatedRes, EmptyRes, type Headers, OkRes, SourceRes } from '../answers/responseKinds.ts';
import { pageOf, strictNumber } from '../requests/numbers.ts';
import { entityTag, ifMatch, ifNoneMatch } from '../requests/preconditions.ts';
import type { Handler } from './route.ts';

const { Success } = Responses.Algo;

export const listAlgos: Handler = async ({ params, query, caller, base }, { service }) => {
  const page = pageOf(query);
  const found = await service.listAlgos({ id: strictNumber(params['id']), page }, caller);
  return new OkRes(Success.Listed, found.algos, nextLink(found, `${base}/byUserId/${params['id']}`, page.limit));
};

// A next page exists only where there is a limit.
function nextLink({ next }: AlgoPage, path: string, limit: number | undefined): Headers {
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
