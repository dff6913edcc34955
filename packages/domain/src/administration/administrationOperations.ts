import type { Operation } from '../operation.ts';
import { endAccountSessions, listAccountSessions } from './accountSessions.ts';
import { confirmAccount } from './confirmAccount.ts';
import { createAccount } from './createAccount.ts';
import { deleteAccount } from './deleteAccount.ts';
import { disableAccount } from './disableAccount.ts';
import { enableAccount } from './enableAccount.ts';
import { findAccount } from './findAccount.ts';
import { listAccounts } from './listAccounts.ts';
import { setAccountPassword } from './setAccountPassword.ts';

/**
 * The declaration of every use case of `Administration`, under the name of its method. They check no rights: they are for whoever
 * runs the service, and have no routes.
 */
export const ADMINISTRATION = {
  /** List the accounts by ascending id. */
  listAccounts,
  /**
   * Find an account.
   * @param input its id, or its e-mail, compared as the store does
   */
  findAccount,
  /** Create an account without the limits of registrations; its confirmation mail is due. */
  createAccount,
  /**
   * Let the e-mail of an account count as confirmed.
   * @param input the id of the user
   */
  confirmAccount,
  /** Set a new password; ends every session, and does not enable a disabled account. */
  setAccountPassword,
  /**
   * Refuse every login to an account, and end its sessions at once.
   * @param input the id of the user
   */
  disableAccount,
  /**
   * Allow logins to a disabled account again.
   * @param input the id of the user
   */
  enableAccount,
  /**
   * Delete an account and everything in it.
   * @param input the id of the user
   */
  deleteAccount,
  /**
   * List the sessions of an account that are valid now.
   * @param input the id of the user
   */
  listAccountSessions,
  /**
   * End all sessions of an account.
   * @param input the id of the user
   */
  endAccountSessions,
} as const satisfies Readonly<Record<string, Operation>>;
