import type { AlgoList } from '@algotheque/domain';
import { zipBody } from '../exchange/zipBody.ts';
import { EmptyRes, OkRes, PagesRes, SourceRes, TextRes } from '../responses.ts';
import type { Handler } from './row.ts';

// The operations whose answer is more than a part of their result, and headers from it.

/** The bound of bytes ends a page earlier if its records have many grants. */
const PAGE_RECORDS = 100;

export const listAlgos: Handler<'listAlgos'> = async ({ id, page = {} }, { service, caller, message, headersOf }) => {
  const read: ReadPage = (bounds) => service.listAlgos({ id, page: bounds }, caller);
  const { limit } = page;
  const first = await read({ ...page, limit: limit ?? PAGE_RECORDS });
  if (limit !== undefined || first.next === null) return new OkRes(message, first.algos, headersOf(first));
  return new PagesRes(message, allPages(first, read), headersOf({ leftOut: first.leftOut }));
};

type ReadPage = (page: { readonly limit: number; readonly after?: number | undefined }) => Promise<AlgoList>;

async function* allPages(first: AlgoList, read: ReadPage): AsyncGenerator<AlgoList['algos']> {
  let { algos, next } = first;
  yield algos;
  while (next !== null) {
    ({ algos, next } = await read({ limit: PAGE_RECORDS, after: next }));
    yield algos;
  }
}

/** The copy of a client may be kept if it asks each time: rights can be withdrawn. */
const REVALIDATED = { 'Cache-Control': 'private, no-cache', Vary: 'Authorization, Cookie' };

export const getAlgo: Handler<'getAlgo'> = async (input, { service, caller, message, headersOf }) => {
  const { algo, version, source } = await service.getAlgo(input, caller);
  const headers = { ...REVALIDATED, ...headersOf({ version }) };
  return source === null ? new EmptyRes(304, headers) : new SourceRes(message, algo, source, headers);
};

export const getVersion: Handler<'getVersion'> = async (input, { service, caller, message }) => {
  const { version, source } = await service.getVersion(input, caller);
  return new SourceRes(message, version, source);
};

export const exportUser: Handler<'exportUser'> = async (id, { service, caller }) => {
  const { entries } = await service.exportUser(id, caller);
  const headers = { 'Content-Disposition': 'attachment; filename="algotheque.zip"' };
  return new TextRes('application/zip', zipBody(entries), headers);
};
