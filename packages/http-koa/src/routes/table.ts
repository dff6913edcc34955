import { Responses } from '@algotheque/domain';
import {
  askRecoveryPage,
  changeEmailPage,
  confirmPage,
  emailBackPage,
  invitationPage,
  recoverPage,
  refusalPage,
} from '@algotheque/pages';
import type { Route } from '../route.ts';
import * as handlers from './handlers.ts';
import { alive, confirmationForm, ready, recoveryForm } from './plainRoutes.ts';
import { created, ok, route } from './row.ts';
import {
  archiveBody,
  exactJsonBody,
  jsonBody,
  jsonBodyOrQuery,
  jsonOrFormBody,
  pathId,
  pathName,
  pathSessionId,
  pathToken,
  pathUserId,
  pathVersion,
  queryOf,
  versionsOfIfMatch,
  versionsOfIfNoneMatch,
} from './sources.ts';

const { User, Algo, Folder, Admin } = Responses;

const tagged = { headers: ['ETag'] } as const;
const made = { headers: ['Location', 'ETag'] } as const;
const cookie = { headers: ['Set-Cookie'] } as const;
const paged = { headers: ['Link', 'X-Records-Left-Out'] } as const;

/** Among rows that match a path, the one with fewer parameters wins, whatever its method. */
// biome-ignore format: one row a line reads as the table that it is
export const ROUTES: readonly Route[] = [
  alive,
  ready,

  route('registerUser', { group: 'users', method: 'POST', path: '/register', from: jsonBody, success: created(User.Success.Created, { headers: ['Location'] }) }),
  route('confirmUser', { group: 'users', method: 'GET', path: '/confirm/:token', from: pathToken, success: ok(User.Success.Confirmed), page: { otherwise: 'json', render: confirmPage } }),
  confirmationForm,
  route('resendConfirmation', { group: 'users', method: 'POST', path: '/confirm', from: jsonOrFormBody, success: ok(User.Success.Confirmation_sent), page: { otherwise: 'json', render: confirmPage } }),
  route('login', { group: 'users', method: 'POST', path: '/login', from: jsonBody, tellsClient: true, success: ok(User.Success.Logged_in) }),
  route('login', { id: 'loginByCookie', group: 'users', method: 'POST', path: '/login/cookie', from: jsonBody, tellsClient: true, summary: 'Log in with a cookie in place of an access token', without: 'token', success: ok(User.Success.Logged_in, cookie) }),
  route('logout', { id: 'logoutByGet', group: 'users', method: 'GET', path: '/logout', from: null, changesByGet: true, success: ok(User.Success.Logged_out, cookie) }),
  route('logout', { group: 'users', method: 'POST', path: '/logout', from: null, success: ok(User.Success.Logged_out, cookie) }),
  recoveryForm,
  route('recoverPassword', { group: 'users', method: 'POST', path: '/recover', from: jsonOrFormBody, success: ok(User.Success.Recovery_sent), page: { otherwise: 'json', render: askRecoveryPage } }),
  route('checkRecovery', { group: 'users', method: 'GET', path: '/recover/:token', head: true, from: pathToken, part: null, success: ok(User.Success.Token_valid), page: { otherwise: 'page', render: recoverPage } }),
  route('resetPassword', { group: 'users', method: 'POST', path: '/recover/:token', from: { token: pathToken, changes: jsonOrFormBody }, part: null, success: ok(User.Success.Password_reset), page: { otherwise: 'json', render: recoverPage } }),
  route('checkEmail', { group: 'users', method: 'GET', path: '/email/:token', head: true, from: pathToken, success: ok(User.Success.Email_change_valid), page: { otherwise: 'page', render: changeEmailPage } }),
  route('changeEmail', { group: 'users', method: 'POST', path: '/email/:token', from: pathToken, success: ok(User.Success.Email_changed), page: { otherwise: 'json', render: changeEmailPage } }),
  route('checkEmailBack', { group: 'users', method: 'GET', path: '/email/back/:token', head: true, from: pathToken, success: ok(User.Success.Email_back_valid), page: { otherwise: 'page', render: emailBackPage } }),
  route('takeBackEmail', { group: 'users', method: 'POST', path: '/email/back/:token', from: pathToken, success: ok(User.Success.Email_taken_back), page: { otherwise: 'json', render: emailBackPage } }),
  route('checkInvitation', { group: 'users', method: 'GET', path: '/invitation/:token', head: true, from: pathToken, success: ok(User.Success.Invitation_valid), page: { otherwise: 'page', render: invitationPage } }),
  route('acceptInvitation', { group: 'users', method: 'POST', path: '/invitation/:token', from: pathToken, success: ok(User.Success.Invitation_accepted) }),
  route('checkInvitation', { id: 'refusalForm', group: 'users', method: 'GET', path: '/invitation/refuse/:token', head: true, from: pathToken, success: ok(User.Success.Invitation_valid), page: { otherwise: 'page', render: refusalPage } }),
  route('refuseInvitations', { group: 'users', method: 'POST', path: '/invitation/refuse/:token', from: pathToken, success: ok(User.Success.Invitations_refused), page: { otherwise: 'json', render: refusalPage } }),
  route('getOwnUser', { group: 'users', method: 'GET', path: '/me', head: true, from: null, success: ok(User.Success.Found) }),
  route('getUser', { group: 'users', method: 'GET', path: '/:id', head: true, from: pathId, success: ok(User.Success.Found) }),
  route('updateUser', { group: 'users', method: 'PUT', path: '/:id', from: { id: pathId, changes: jsonBody }, success: ok(User.Success.Updated) }),
  route('updateUser', { id: 'patchUser', group: 'users', method: 'PATCH', path: '/:id', from: { id: pathId, changes: jsonBody }, success: ok(User.Success.Updated) }),
  route('deleteUser', { group: 'users', method: 'DELETE', path: '/:id', from: { id: pathId, proof: jsonBody }, success: ok(User.Success.Deleted) }),
  route('requestEmail', { group: 'users', method: 'POST', path: '/:id/email', from: { id: pathId, changes: jsonBody }, success: ok(User.Success.Email_change_sent) }),
  route('listSessions', { group: 'users', method: 'GET', path: '/:id/sessions', head: true, from: pathId, success: ok(User.Success.Sessions_listed) }),
  route('endSessions', { group: 'users', method: 'DELETE', path: '/:id/sessions', from: { id: pathId, which: queryOf('endSessions', 'which') }, success: ok(User.Success.Sessions_ended) }),
  route('endSession', { group: 'users', method: 'DELETE', path: '/:id/sessions/:sessionId', from: { id: pathId, sessionId: pathSessionId }, success: ok(User.Success.Session_ended) }),

  route('exportUser', { group: 'users', method: 'GET', path: '/:id/export', from: pathId, part: null, success: ok(User.Success.Exported, { isZip: true, headers: ['Content-Disposition'] }), handle: handlers.exportUser }),

  route('listAlgos', { group: 'algos', method: 'GET', path: '/byUserId/:id', head: true, from: { id: pathId, page: queryOf('listAlgos', 'page') }, part: 'algos', success: ok(Algo.Success.Listed, paged), handle: handlers.listAlgos }),
  route('searchAlgos', { group: 'algos', method: 'GET', path: '/', head: true, from: queryOf('searchAlgos'), part: 'algos', success: ok(Algo.Success.Listed, { headers: ['Link', 'X-Records-Left-Out', 'X-Total-Count', 'X-Total-Count-Or-More'] }) }),
  route('importAlgos', { group: 'algos', method: 'POST', path: '/import', from: archiveBody, part: 'entries', success: ok(Algo.Success.Imported, { headers: ['X-Entries-Left-Out'] }) }),
  route('getAlgo', { group: 'algos', method: 'GET', path: '/:id', head: true, from: { id: pathId, unlessVersion: versionsOfIfNoneMatch }, part: 'algo', success: ok(Algo.Success.Found, { ...tagged, source: 'sourceCode' }), handle: handlers.getAlgo }),
  route('createAlgo', { group: 'algos', method: 'POST', path: '/', from: exactJsonBody, part: 'algo', success: created(Algo.Success.Created, made) }),
  route('copyAlgo', { group: 'algos', method: 'POST', path: '/:id/copy', from: { id: pathId, changes: jsonBody }, part: 'algo', success: created(Algo.Success.Created, made) }),
  route('updateAlgo', { group: 'algos', method: 'PUT', path: '/:id', from: { id: pathId, ifVersion: versionsOfIfMatch, changes: exactJsonBody }, part: 'algo', success: ok(Algo.Success.Updated, tagged) }),
  route('patchAlgo', { group: 'algos', method: 'PATCH', path: '/:id', from: { id: pathId, ifVersion: versionsOfIfMatch, changes: exactJsonBody }, part: 'algo', success: ok(Algo.Success.Updated, tagged) }),
  route('deleteAlgo', { group: 'algos', method: 'DELETE', path: '/:id', from: { id: pathId, ifVersion: versionsOfIfMatch }, success: ok(Algo.Success.Deleted) }),
  route('leaveAlgo', { group: 'algos', method: 'DELETE', path: '/:id/droits', from: { id: pathId, ifVersion: versionsOfIfMatch }, success: ok(Algo.Success.Left) }),
  route('leaveOwner', { group: 'algos', method: 'DELETE', path: '/byUserId/:id/droits', from: { id: pathId, which: queryOf('leaveOwner', 'which') }, success: ok(Algo.Success.Owner_left) }),
  route('listShares', { group: 'algos', method: 'GET', path: '/:id/shares', head: true, from: pathId, success: ok(Algo.Success.Shares_listed) }),
  route('shareAlgo', { group: 'algos', method: 'POST', path: '/:id/shares', from: { id: pathId, share: jsonBody }, success: ok(Algo.Success.Shared) }),
  route('endShare', { group: 'algos', method: 'DELETE', path: '/:id/shares/:idUtilisateur', from: { id: pathId, idUtilisateur: pathUserId }, success: ok(Algo.Success.Share_ended) }),
  route('endWaitingShare', { group: 'algos', method: 'DELETE', path: '/:id/shares', from: { id: pathId, share: jsonBodyOrQuery('email') }, success: ok(Algo.Success.Share_ended) }),
  route('placeAlgo', { group: 'algos', method: 'PUT', path: '/:id/dossier', from: { id: pathId, place: jsonBody }, part: 'algo', success: ok(Algo.Success.Moved, tagged) }),
  route('listVersions', { group: 'algos', method: 'GET', path: '/:id/versions', head: true, from: { id: pathId }, part: 'versions', success: ok(Algo.Success.Versions_listed, { headers: ['X-Records-Left-Out'] }) }),
  route('getVersion', { group: 'algos', method: 'GET', path: '/:id/versions/:version', head: true, from: { id: pathId, version: pathVersion }, part: 'version', success: ok(Algo.Success.Version_found, { source: 'sourceCode' }), handle: handlers.getVersion }),
  route('restoreVersion', { group: 'algos', method: 'POST', path: '/:id/versions/:version/restore', from: { id: pathId, version: pathVersion, ifVersion: versionsOfIfMatch }, part: 'algo', success: ok(Algo.Success.Version_restored, tagged) }),
  route('listBin', { group: 'algos', method: 'GET', path: '/bin', head: true, from: { page: queryOf('listBin', 'page') }, part: 'algos', success: ok(Algo.Success.Bin_listed, paged) }),
  route('emptyBin', { group: 'algos', method: 'DELETE', path: '/bin', from: null, success: ok(Algo.Success.Bin_emptied) }),
  route('restoreAlgo', { group: 'algos', method: 'POST', path: '/bin/:id/restore', from: { id: pathId }, part: 'algo', success: ok(Algo.Success.Restored, tagged) }),
  route('purgeAlgo', { group: 'algos', method: 'DELETE', path: '/bin/:id', from: { id: pathId }, success: ok(Algo.Success.Purged) }),

  route('listFolders', { group: 'folders', method: 'GET', path: '/', head: true, from: null, part: 'tree', success: ok(Folder.Success.Listed, tagged) }),
  route('createFolder', { group: 'folders', method: 'POST', path: '/', from: { ifVersion: versionsOfIfMatch, folder: jsonBody }, part: 'folder', success: created(Folder.Success.Created, tagged) }),
  route('updateFolder', { group: 'folders', method: 'PATCH', path: '/:id', from: { id: pathId, ifVersion: versionsOfIfMatch, changes: jsonBody }, part: 'folder', success: ok(Folder.Success.Updated, tagged) }),
  route('deleteFolder', { group: 'folders', method: 'DELETE', path: '/:id', from: { id: pathId, ifVersion: versionsOfIfMatch, which: queryOf('deleteFolder', 'which') }, part: null, success: ok(Folder.Success.Deleted, tagged) }),

  route('adminListAccounts', { group: 'admin', method: 'GET', path: '/accounts', head: true, from: queryOf('adminListAccounts'), success: ok(Admin.Success.Accounts_listed) }),
  route('adminFindAccount', { group: 'admin', method: 'GET', path: '/accounts/:id', head: true, from: pathId, success: ok(Admin.Success.Account_found) }),
  route('adminConfirm', { group: 'admin', method: 'POST', path: '/accounts/:id/confirm', from: pathId, success: ok(Admin.Success.Account_changed) }),
  route('adminDisable', { group: 'admin', method: 'POST', path: '/accounts/:id/disable', from: pathId, success: ok(Admin.Success.Account_changed) }),
  route('adminEnable', { group: 'admin', method: 'POST', path: '/accounts/:id/enable', from: pathId, success: ok(Admin.Success.Account_changed) }),
  route('adminSendRecovery', { group: 'admin', method: 'POST', path: '/accounts/:id/recovery', from: pathId, success: ok(Admin.Success.Recovery_sent) }),
  route('adminSetPassword', { group: 'admin', method: 'PUT', path: '/accounts/:id/password', from: { id: pathId, changes: jsonBody }, success: ok(Admin.Success.Account_changed) }),
  route('adminListSessions', { group: 'admin', method: 'GET', path: '/accounts/:id/sessions', head: true, from: pathId, success: ok(Admin.Success.Sessions_listed) }),
  route('adminEndSessions', { group: 'admin', method: 'DELETE', path: '/accounts/:id/sessions', from: pathId, success: ok(Admin.Success.Sessions_ended) }),
  route('adminCountShares', { group: 'admin', method: 'GET', path: '/accounts/:id/shares', head: true, from: pathId, success: ok(Admin.Success.Shares_counted) }),
  route('adminDelete', { group: 'admin', method: 'DELETE', path: '/accounts/:id', from: { id: pathId, proof: jsonBody }, success: ok(Admin.Success.Account_deleted) }),
  route('adminHealth', { group: 'admin', method: 'GET', path: '/health', head: true, from: null, success: ok(Admin.Success.Health_found) }),
  route('adminListMails', { group: 'admin', method: 'GET', path: '/mails', head: true, from: queryOf('adminListMails'), success: ok(Admin.Success.Mails_listed) }),
  route('adminTestMail', { group: 'admin', method: 'POST', path: '/mails/test', from: null, success: ok(Admin.Success.Test_mail_due) }),
  route('adminRetryMail', { group: 'admin', method: 'POST', path: '/mails/:name/retry', from: pathName, success: ok(Admin.Success.Mail_due) }),
  route('adminDropMail', { group: 'admin', method: 'DELETE', path: '/mails/:name', from: pathName, success: ok(Admin.Success.Mail_dropped) }),
  route('adminListEvents', { group: 'admin', method: 'GET', path: '/events', head: true, from: queryOf('adminListEvents'), success: ok(Admin.Success.Events_listed) }),
];
