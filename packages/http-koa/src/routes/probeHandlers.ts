import { UnavailableError } from '@algotheque/domain';
import { HttpResponses } from '../httpResponses.ts';
import { OkRes } from '../responseKinds.ts';
import type { Handler } from '../route.ts';

const { Success } = HttpResponses.General;

/** Answers while the process lives. */
export const alive: Handler = async () => new OkRes(Success.Alive);

/** Answers while new requests are welcome: not while draining, and not while a store is down. */
export const ready: Handler = async (_request, { service, options }) => {
  if (!options.isReady()) throw new UnavailableError();
  await service.health();
  return new OkRes(Success.Ready);
};
