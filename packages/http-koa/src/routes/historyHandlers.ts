import { OkRes, SourceRes } from '../responseKinds.ts';
import { changed, leftOut } from './handlers.ts';
import type { Handler } from './row.ts';

export const listVersions: Handler<'listVersions'> = async (input, { service, caller, message }) => {
  const found = await service.listVersions(input, caller);
  return new OkRes(message, found.versions, leftOut(found));
};

export const getVersion: Handler<'getVersion'> = async (input, { service, caller, message }) => {
  const { version, source } = await service.getVersion(input, caller);
  return new SourceRes(message, version, source);
};

export const restoreVersion: Handler<'restoreVersion'> = async (input, { service, caller, message }) =>
  changed(await service.restoreVersion(input, caller), message);

export const restoreAlgo: Handler<'restoreAlgo'> = async (input, { service, caller, message }) =>
  changed(await service.restoreAlgo(input, caller), message);

export const listBin: Handler<'listBin'> = async ({ page = {} }, { service, caller, base, message }) => {
  const found = await service.listBin({ page }, caller);
  const limit = page.limit === undefined ? '' : `limit=${page.limit}&`;
  const next = found.next === null ? {} : { Link: `<${base}/bin?${limit}after=${found.next}>; rel="next"` };
  return new OkRes(message, found.algos, { ...next, ...leftOut(found) });
};
