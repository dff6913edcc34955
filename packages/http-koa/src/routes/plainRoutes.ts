import { Responses, UnavailableError } from '@algotheque/domain';
import { HttpResponses } from '../httpResponses.ts';
import { confirmPage } from '../pages/confirmPage.ts';
import { askRecoveryPage } from '../pages/recoverPage.ts';
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

const { Form } = HttpResponses.General.Success;

const FORM = {
  group: 'users',
  method: 'GET',
  head: true,
  auth: false,
  body: 'none',
  sources: null,
  success: { status: 200, message: Form, data: null },
  failures: [],
  handle: async () => new OkRes(Form),
} as const;

/** The page that asks for a confirmation mail. Its form is sent to the same path. */
export const confirmationForm: Route = {
  ...FORM,
  id: 'confirmationForm',
  path: '/confirm',
  operation: { summary: 'The page that asks for a confirmation mail', input: null },
  page: { otherwise: 'page', render: confirmPage },
};

/** The page that asks for a recovery mail. Its form is sent to the same path. */
export const recoveryForm: Route = {
  ...FORM,
  id: 'recoveryForm',
  path: '/recover',
  operation: { summary: 'The page that asks for a mail to recover a lost password', input: null },
  page: { otherwise: 'page', render: askRecoveryPage },
};
