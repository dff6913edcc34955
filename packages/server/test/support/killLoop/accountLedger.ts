import { expect } from 'vitest';
import { servedReply } from '../outcome.ts';

export interface KnownAccount {
  readonly email: string;
  /** Passwords that the user may have; null is no user. The first was acknowledged, the others were sent and not answered. */
  passwords: readonly (string | null)[];
  /** Whether the server has acknowledged that a user exists: then the confirmation mail must arrive. */
  isAcknowledged: boolean;
  /** The last token, and whether it must be valid; null when a write that was not answered decides it. */
  session: { readonly token: string; readonly userId: number; readonly isValid: boolean | null } | null;
}

/** The accounts as the clients know them. */
export class AccountLedger {
  readonly #known: KnownAccount[] = [];
  #checked = 0;

  add(): KnownAccount {
    const email = `user${this.#known.length}@example.org`;
    const account: KnownAccount = { email, passwords: [null], isAcknowledged: false, session: null };
    this.#known.push(account);
    return account;
  }

  /** Accounts whose confirmation mail must arrive. */
  mailsDue(): string[] {
    return this.#known.filter(({ isAcknowledged }) => isAcknowledged).map(({ email }) => email);
  }

  /** E-mails of the users that exist, after `expectKept`. */
  emails(): string[] {
    return this.#known.filter(({ passwords: [first] }) => first !== null).map(({ email }) => email);
  }

  /** Expects the accounts of the last round in an acknowledged state, or in that of the write that was not answered. */
  async expectKept(url: string): Promise<void> {
    const accounts = this.#known.slice(this.#checked);
    this.#checked = this.#known.length;
    for (const account of accounts) {
      if (account.session?.isValid !== null) await expectSession(url, account);
      const { email, passwords } = account;
      const accepted = await acceptedOf(url, account);
      if (accepted === null && !passwords.includes(null)) expect.fail(`${email} can no longer log in`);
      account.passwords = [accepted];
    }
  }
}

async function expectSession(url: string, { email, session }: KnownAccount): Promise<void> {
  if (session === null) return;
  const { status } = await servedReply(url, `GET /api/users/${session.userId}`, { token: session.token });
  expect(status, `the session of ${email}`).toBe(session.isValid === true ? 200 : 401);
}

/** The password that the server takes. */
async function acceptedOf(url: string, { email, passwords }: KnownAccount): Promise<string | null> {
  for (const password of passwords) {
    if (password === null) continue;
    const { status } = await servedReply(url, 'POST /api/users/login', { json: { email, password } });
    if (status === 200) return password;
  }
  return null;
}
