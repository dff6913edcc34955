import { Responses, UnavailableError } from '@algotheque/domain';
import { askRecoveryPage, confirmPage } from '@algotheque/pages';
import { HttpResponses, OkRes } from '../responses.ts';
import type { Page, Route } from '../route.ts';

const { Success } = HttpResponses.General;

const PROBE = { group: 'root', method: 'GET', head: true, auth: false, body: 'none', sources: null } as const;

export const alive: Route = {
  ...PROBE,
  id: 'alive',
  path: '/healthz',
  operation: { summary: 'Whether the process lives', input: null },
  success: { status: 200, message: Success.Alive, data: null },
  failures: [],
  handle: async () => new OkRes(Success.Alive),
};

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

const form = (of: Pick<Route, 'id' | 'path'> & Pick<Page, 'render'> & { readonly summary: string }): Route => ({
  group: 'users',
  method: 'GET',
  head: true,
  auth: false,
  body: 'none',
  sources: null,
  success: { status: 200, message: Success.Form, data: null },
  failures: [],
  handle: async () => new OkRes(Success.Form),
  id: of.id,
  path: of.path,
  operation: { summary: of.summary, input: null },
  page: { otherwise: 'page', render: of.render },
});

export const confirmationForm = form({
  id: 'confirmationForm',
  path: '/confirm',
  summary: 'The page that asks for a confirmation mail',
  render: confirmPage,
});

export const recoveryForm = form({
  id: 'recoveryForm',
  path: '/recover',
  summary: 'The page that asks for a mail to recover a lost password',
  render: askRecoveryPage,
});
