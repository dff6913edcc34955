// Made by `npm run docs`.

import type { operations } from './schema.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Method and path of each operation, with the default prefixes. */
export const ROUTES: Readonly<Record<keyof operations, readonly [method: Method, path: string]>> = {
  alive: ['get', '/healthz'],
  ready: ['get', '/readyz'],
  registerUser: ['post', '/api/users/register'],
  confirmUser: ['get', '/api/users/confirm/{token}'],
  confirmationForm: ['get', '/api/users/confirm'],
  resendConfirmation: ['post', '/api/users/confirm'],
  login: ['post', '/api/users/login'],
  logoutByGet: ['get', '/api/users/logout'],
  logout: ['post', '/api/users/logout'],
  recoveryForm: ['get', '/api/users/recover'],
  recoverPassword: ['post', '/api/users/recover'],
  checkRecovery: ['get', '/api/users/recover/{token}'],
  resetPassword: ['post', '/api/users/recover/{token}'],
  checkEmail: ['get', '/api/users/email/{token}'],
  changeEmail: ['post', '/api/users/email/{token}'],
  checkEmailBack: ['get', '/api/users/email/back/{token}'],
  takeBackEmail: ['post', '/api/users/email/back/{token}'],
  getOwnUser: ['get', '/api/users/me'],
  getUser: ['get', '/api/users/{id}'],
  updateUser: ['put', '/api/users/{id}'],
  patchUser: ['patch', '/api/users/{id}'],
  deleteUser: ['delete', '/api/users/{id}'],
  requestEmail: ['post', '/api/users/{id}/email'],
  listSessions: ['get', '/api/users/{id}/sessions'],
  endSessions: ['delete', '/api/users/{id}/sessions'],
  endSession: ['delete', '/api/users/{id}/sessions/{sessionId}'],
  listAlgos: ['get', '/api/algos/byUserId/{id}'],
  searchAlgos: ['get', '/api/algos'],
  createAlgo: ['post', '/api/algos'],
  getAlgo: ['get', '/api/algos/{id}'],
  updateAlgo: ['put', '/api/algos/{id}'],
  patchAlgo: ['patch', '/api/algos/{id}'],
  deleteAlgo: ['delete', '/api/algos/{id}'],
  copyAlgo: ['post', '/api/algos/{id}/copy'],
  leaveAlgo: ['delete', '/api/algos/{id}/droits'],
  placeAlgo: ['put', '/api/algos/{id}/dossier'],
  listFolders: ['get', '/api/folders'],
  createFolder: ['post', '/api/folders'],
  updateFolder: ['patch', '/api/folders/{id}'],
  deleteFolder: ['delete', '/api/folders/{id}'],
};
