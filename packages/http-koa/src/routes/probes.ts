import { Responses, UnavailableError } from '@algotheque/domain';
import { HttpResponses } from '../httpResponses.ts';
import { OkRes } from '../responseKinds.ts';
import type { Route } from '../route.ts';

const { Success } = HttpResponses.General;

const PROBE = { group: 'root', method: 'GET', head: true, auth: false, body: 'none', sources: null } as const;

/** Succeeds while the process lives. */
export const alive: Route = {
  ...PROBE,
  id: 'alive',
  path: '/healthz',
  operation: { summary: 'Whether the process lives', input: null },
  success: { status: 200, message: Success.Alive, data: null },
  failures: [],
  handle: async () => new OkRes(Success.Alive),
};

/** Succeeds while the server accepts work: not while it drains, and not while a store is down. */
export const ready: Route = {
  ...PROBE,
  id: 'ready',
  path: '/readyz',
  operation: { summary: 'Whether every store works and the server is not stopping', input: null },
  success: { status: 200, message: Success.Ready, data: null },
  failures: [Responses.General.Unavailable],
  async handle(_request, { service, options }) {
    if (!options.isReady()) throw new UnavailableError();
    await service.health();
    return new OkRes(Success.Ready);
  },
};
