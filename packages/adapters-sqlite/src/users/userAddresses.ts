import { type EmailCase, emailKey } from '@algotheque/domain';
import type { Row } from '../connection/rowReader.ts';
import type { userStatements } from './userStatements.ts';

/** Finds users by their addresses, as the mode of the store compares them. To be used within a read or a commit. */
export class UserAddresses {
  readonly #sql: ReturnType<typeof userStatements>;
  readonly #emailCase: EmailCase;

  constructor(sql: ReturnType<typeof userStatements>, emailCase: EmailCase) {
    this.#sql = sql;
    this.#emailCase = emailCase;
  }

  /** The column by which a user is found in the mode `folded`. */
  columns(adresseMail: string): { readonly emailKey: string | null } {
    return { emailKey: this.#emailCase === 'exact' ? null : emailKey(this.#emailCase, adresseMail) };
  }

  /** The row of the user who has the address, also of one who is marked as deleted. */
  find(adresseMail: string): Row | undefined {
    if (this.#emailCase === 'exact') return this.#sql.findByEmail.get(adresseMail);
    return this.#sql.findByKey.get(this.columns(adresseMail).emailKey);
  }

  /** The row of the user who had the address and can take it back. */
  findFormer(adresseMail: string): Row | undefined {
    if (this.#emailCase === 'exact') return this.#sql.findByFormerEmail.get(adresseMail);
    const holder = this.#formerHolder(adresseMail);
    return holder === null ? undefined : this.#sql.findById.get(holder);
  }

  /** Whether a user has or had the address. @param except the id of a user who may have it */
  isTaken(adresseMail: string, except: number | null): boolean {
    if (this.#emailCase === 'exact') return this.#sql.isTaken.get({ adresseMail, except }) !== undefined;
    const { emailKey: key } = this.columns(adresseMail);
    if (this.#sql.isKeyTaken.get({ key, except }) !== undefined) return true;
    const holder = this.#formerHolder(adresseMail);
    return holder !== null && holder !== except;
  }

  /** The user who had the address, in the mode `folded`. All are compared: they are those of a few days. */
  #formerHolder(adresseMail: string): number | null {
    const { emailKey: key } = this.columns(adresseMail);
    const isOne = (row: Row): boolean => emailKey('folded', String(row['adresseMail'])) === key;
    const row = this.#sql.formerEmails.all().find(isOne);
    return row === undefined ? null : Number(row['userId']);
  }
}
