import { confirmPage } from '../pages/confirmPage.ts';
import { recoverPage } from '../pages/recoverPage.ts';
import type { Route } from '../route.ts';
import * as algos from './algoHandlers.ts';
import { AlgoListOutput, AlgoOutput, LoggedInOutput, OwnUserOutput, UserOutput } from './outputSchemas.ts';
import * as probes from './probeHandlers.ts';
import * as users from './userHandlers.ts';

/** Every route there is. Among rows that match a path, the one with fewer parameters wins, whatever its method. */
// biome-ignore format: one row a line reads as the table that it is
export const ROUTES: readonly Route[] = [
  { group: 'root', method: 'GET', path: '/healthz', auth: false, head: true, body: 'none', handle: probes.alive, summary: 'Whether the process lives' },
  { group: 'root', method: 'GET', path: '/readyz', auth: false, head: true, body: 'none', handle: probes.ready, summary: 'Whether the service takes requests' },

  { group: 'users', method: 'POST', path: '/register', auth: false, body: 'json', handle: users.register, output: OwnUserOutput, summary: 'Create an account; a confirmation mail goes out' },
  { group: 'users', method: 'GET', path: '/confirm/:token', auth: false, body: 'none', handle: users.confirm, output: OwnUserOutput, page: { otherwise: 'json', render: confirmPage }, summary: 'Confirm the e-mail address' },
  { group: 'users', method: 'POST', path: '/confirm', auth: false, body: 'jsonOrForm', handle: users.resendConfirmation, page: { otherwise: 'json', render: confirmPage }, summary: 'Send the confirmation mail again' },
  { group: 'users', method: 'POST', path: '/login', auth: false, body: 'json', handle: users.login, output: LoggedInOutput, summary: 'Get an access token' },
  { group: 'users', method: 'GET', path: '/logout', auth: true, body: 'none', handle: users.logout, summary: 'Delete the access token' },
  { group: 'users', method: 'POST', path: '/recover', auth: false, body: 'json', handle: users.recover, summary: 'Send a mail to recover a lost password' },
  { group: 'users', method: 'GET', path: '/recover/:token', auth: false, head: true, body: 'none', handle: users.checkRecovery, page: { otherwise: 'page', render: recoverPage }, summary: 'The form for a new password' },
  { group: 'users', method: 'POST', path: '/recover/:token', auth: false, body: 'jsonOrForm', handle: users.resetPassword, page: { otherwise: 'json', render: recoverPage }, summary: 'Set a new password' },
  { group: 'users', method: 'GET', path: '/:id', auth: true, head: true, body: 'none', handle: users.getUser, output: UserOutput, summary: 'Read a user' },
  { group: 'users', method: 'PUT', path: '/:id', auth: true, body: 'json', handle: users.updateUser, output: OwnUserOutput, summary: 'Change the own account' },
  { group: 'users', method: 'DELETE', path: '/:id', auth: true, body: 'none', handle: users.deleteUser, summary: 'Delete the own account and everything in it' },

  { group: 'algos', method: 'GET', path: '/byUserId/:id', auth: true, head: true, body: 'none', handle: algos.listAlgos, output: AlgoListOutput, summary: 'List the algorithms accessible by a user' },
  { group: 'algos', method: 'GET', path: '/:id', auth: true, head: true, body: 'none', handle: algos.getAlgo, output: AlgoOutput, summary: 'Read an algorithm with its source code' },
  { group: 'algos', method: 'POST', path: '/', auth: true, body: 'exactJson', handle: algos.createAlgo, output: AlgoOutput, summary: 'Create an algorithm' },
  { group: 'algos', method: 'PUT', path: '/:id', auth: true, body: 'exactJson', handle: algos.updateAlgo, output: AlgoOutput, summary: 'Change an algorithm, or who it is shared with' },
  { group: 'algos', method: 'DELETE', path: '/:id', auth: true, body: 'none', handle: algos.deleteAlgo, summary: 'Delete an algorithm' },
  { group: 'algos', method: 'DELETE', path: '/:id/droits', auth: true, body: 'none', handle: algos.leaveAlgo, summary: 'Give up the own right on an algorithm shared by another' },
];
