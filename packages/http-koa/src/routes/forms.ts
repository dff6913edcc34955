import { HttpResponses } from '../httpResponses.ts';
import { confirmPage } from '../pages/confirmPage.ts';
import { askRecoveryPage } from '../pages/recoverPage.ts';
import { OkRes } from '../responseKinds.ts';
import type { Route } from '../route.ts';

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
