import { createAlgo } from './algos/createAlgo.ts';
import { deleteAlgo } from './algos/deleteAlgo.ts';
import { getAlgo } from './algos/getAlgo.ts';
import { leaveAlgo } from './algos/leaveAlgo.ts';
import { listAlgos } from './algos/listAlgos.ts';
import { updateAlgo } from './algos/updateAlgo.ts';
import { resendConfirmation } from './mails/resendConfirmation.ts';
import type { Operation } from './operation.ts';
import { checkRecovery } from './passwords/checkRecovery.ts';
import { recoverPassword } from './passwords/recoverPassword.ts';
import { resetPassword } from './passwords/resetPassword.ts';
import { authenticate } from './sessions/authenticate.ts';
import { login } from './sessions/login.ts';
import { logout } from './sessions/logout.ts';
import { resumeWork } from './upkeep/resumeWork.ts';
import { confirmUser } from './users/confirmUser.ts';
import { deleteUser } from './users/deleteUser.ts';
import { getUser } from './users/getUser.ts';
import { registerUser } from './users/registerUser.ts';
import { updateUser } from './users/updateUser.ts';

/** The declaration of every use case, under the name of its method of `Service`. */
export const OPERATIONS = {
  registerUser,
  confirmUser,
  resendConfirmation,
  login,
  authenticate,
  logout,
  recoverPassword,
  checkRecovery,
  resetPassword,
  getUser,
  updateUser,
  deleteUser,
  createAlgo,
  getAlgo,
  listAlgos,
  updateAlgo,
  leaveAlgo,
  deleteAlgo,
  resumeWork,
} as const satisfies Readonly<Record<string, Operation>>;
