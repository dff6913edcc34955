import { createAlgo } from './algos/createAlgo.ts';
import { deleteAlgo } from './algos/deleteAlgo.ts';
import { getAlgo } from './algos/getAlgo.ts';
import { leaveAlgo } from './algos/leaveAlgo.ts';
import { listAlgos } from './algos/listAlgos.ts';
import { patchAlgo } from './algos/patchAlgo.ts';
import { updateAlgo } from './algos/updateAlgo.ts';
import { changeEmail } from './emails/changeEmail.ts';
import { checkEmail } from './emails/checkEmail.ts';
import { checkEmailBack } from './emails/checkEmailBack.ts';
import { requestEmail } from './emails/requestEmail.ts';
import { takeBackEmail } from './emails/takeBackEmail.ts';
import { resendConfirmation } from './mails/resendConfirmation.ts';
import type { Operation } from './operation.ts';
import { checkRecovery } from './passwords/checkRecovery.ts';
import { recoverPassword } from './passwords/recoverPassword.ts';
import { resetPassword } from './passwords/resetPassword.ts';
import { authenticate } from './sessions/authenticate.ts';
import { endSession } from './sessions/endSession.ts';
import { endSessions } from './sessions/endSessions.ts';
import { listSessions } from './sessions/listSessions.ts';
import { login } from './sessions/login.ts';
import { logout } from './sessions/logout.ts';
import { resumeWork } from './upkeep/resumeWork.ts';
import { confirmUser } from './users/confirmUser.ts';
import { deleteUser } from './users/deleteUser.ts';
import { getOwnUser } from './users/getOwnUser.ts';
import { getUser } from './users/getUser.ts';
import { registerUser } from './users/registerUser.ts';
import { updateUser } from './users/updateUser.ts';

/**
 * The declaration of every use case, under the name of its method of `Service`. The comments are what an editor shows for
 * these methods: the summary of the declaration, and what an input is that is not an object.
 */
export const OPERATIONS = {
  /** Create an account; a confirmation mail goes out. */
  registerUser,
  /**
   * Confirm the e-mail address with the token of a mail.
   * @param input the token of the link in a confirmation mail
   */
  confirmUser,
  /** Send the confirmation mail again; the answer is the same for an unknown e-mail. */
  resendConfirmation,
  /** Get an access token. */
  login,
  /**
   * Tell whose access token this is.
   * @param input the access token, as a login returned it
   */
  authenticate,
  /** Delete the access token. */
  logout,
  /** Send a mail to recover a lost password; the answer is the same for an unknown e-mail. */
  recoverPassword,
  /**
   * Say whether the token of a recovery mail is good.
   * @param input the token of the link in a recovery mail
   */
  checkRecovery,
  /** Set a new password; ends every session, and the e-mail counts as confirmed. */
  resetPassword,
  /** Read oneself, and when the own session began and ends. */
  getOwnUser,
  /**
   * Read a user: all of oneself, the public part of others.
   * @param input the id of the user
   */
  getUser,
  /** Change the own account; a new password ends every other session. */
  updateUser,
  /** Delete the own account and everything in it. */
  deleteUser,
  /**
   * List the own sessions that are valid now, the one that was used last first.
   * @param input the id of the user, which must be that of the caller
   */
  listSessions,
  /** End one of the own sessions. */
  endSession,
  /** End all other sessions of oneself; with `all=true` this one too. */
  endSessions,
  /**
   * Ask for another e-mail address; nothing changes until the link that goes to it is used.
   */
  requestEmail,
  /**
   * Say whether the token of a mail to a new e-mail address is good.
   * @param input the token
   */
  checkEmail,
  /**
   * Change the e-mail address with the token of the mail to it; the address before gets a mail that can take it back.
   * @param input the token
   */
  changeEmail,
  /**
   * Say whether the token that takes an e-mail address back is good.
   * @param input the token
   */
  checkEmailBack,
  /**
   * Give an account its former e-mail address back; ends every session and voids the password.
   * @param input the token
   */
  takeBackEmail,
  /** Create an algorithm. */
  createAlgo,
  /** Read an algorithm with its source code. */
  getAlgo,
  /** List the algorithms accessible by a user, of those that the requester can access too. */
  listAlgos,
  /** Change an algorithm, or who it is shared with. */
  updateAlgo,
  /** Change the name, the source code or the sharing of an algorithm: what is absent stays. */
  patchAlgo,
  /** Give up the own right on an algorithm that another user shared. */
  leaveAlgo,
  /** Delete an algorithm. */
  deleteAlgo,
  /** Finish what a crash left in flight, and remove what has expired. */
  resumeWork,
} as const satisfies Readonly<Record<string, Operation>>;
