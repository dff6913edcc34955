import type { Account, Administration, UserSession } from '@algotheque/domain';
import { StartError } from '../startError.ts';
import { tableOf } from '../terminal/text.ts';
import { readPassword } from './readPassword.ts';
import { type AccountContext, numberOption, withAccounts } from './withAccounts.ts';
import { STANDARD_OUTPUT, writeArchive } from './writeArchive.ts';

interface Done {
  readonly text: string;
  readonly data: unknown;
}

/** What an argument USER names: an id, or else an e-mail. */
const named = (user: string): number | string => (/^[1-9]\d{0,15}$/.test(user) ? Number(user) : user);

/** As the domain bounds it; here the message names the option. */
const MOST_LISTED = 1_000;

const one = (account: Account, is: string): Done => ({
  text: `Account ${account.id} (${account.pseudo}) ${is}`,
  data: account,
});

export function listAll(
  context: AccountContext,
  page: { start: string | undefined; after: string | undefined; limit: string | undefined },
): Promise<Done> {
  const query = {
    ...(page.start !== undefined && { start: page.start }),
    ...(page.after !== undefined && {
      after: page.start === undefined ? numberOption('after', page.after) : page.after,
    }),
    ...(page.limit !== undefined && { limit: numberOption('limit', page.limit, MOST_LISTED) }),
  };
  return withAccounts(context, async (accounts) => {
    const found = await accounts.listAccounts(query);
    const damaged = found.damaged.map((id) => `Account ${id} is damaged and left out.`);
    const again = page.start === undefined ? 'user list' : 'the same with';
    const more = found.next === null ? [] : [`More follow: ${again} --after ${found.next}`];
    return { text: [accountsTable(found.accounts), ...damaged, ...more].join('\n'), data: found };
  });
}

const withAccount = <Result>(
  context: AccountContext,
  user: string,
  work: (accounts: Administration, account: Account) => Promise<Result>,
): Promise<Result> =>
  withAccounts(context, async (accounts) => work(accounts, await accounts.findAccount(named(user))));

export const show = (context: AccountContext, user: string): Promise<Done> =>
  withAccount(context, user, async (_accounts, account) => ({ text: accountsTable([account]), data: account }));

export async function create(
  context: AccountContext,
  given: { email: string; pseudo: string; confirmed: boolean; 'password-file': string | undefined },
): Promise<Done> {
  const password = await readPassword(given['password-file'], context.streams);
  const { email, pseudo, confirmed: isVerified } = given;
  const created = async (accounts: Administration) =>
    one(await accounts.createAccount({ email, pseudo, password, isVerified }), 'is registered');
  return withAccounts(context, created, true);
}

export async function setPassword(context: AccountContext, user: string, file: string | undefined): Promise<Done> {
  const password = await readPassword(file, context.streams);
  return withAccount(context, user, async (accounts, { id }) =>
    one(await accounts.setAccountPassword({ id, password }), 'has the new password, and no session'),
  );
}

export const setEmail = (context: AccountContext, user: string, email: string): Promise<Done> =>
  withAccount(context, user, async (accounts, { id }) =>
    one(await accounts.setAccountEmail({ id, email }), 'has the new e-mail'),
  );

export function exportOne(context: AccountContext, user: string, file: string): Promise<Done> {
  return withAccount(context, user, async (accounts, account) => {
    await writeArchive(() => accounts.exportAccount(account.id), file, context.streams.stdout);
    const done = one(account, `is exported to ${file}`);
    return file === STANDARD_OUTPUT ? { ...done, text: '' } : done;
  });
}

const CHANGES = {
  confirm: ['confirmAccount', 'is confirmed'],
  disable: ['disableAccount', 'is disabled, and has no session'],
  enable: ['enableAccount', 'is enabled'],
  'revoke-owner': ['revokeServiceRight', 'is no owner of the service'],
} as const;

export function change(context: AccountContext, user: string, what: keyof typeof CHANGES): Promise<Done> {
  const [method, is] = CHANGES[what];
  return withAccount(context, user, async (accounts, { id }) => one(await accounts[method](id), is));
}

export function grantOwner(context: AccountContext, user: string, mayAct: boolean): Promise<Done> {
  const right = mayAct ? 'act' : 'look';
  return withAccount(context, user, async (accounts, { id }) =>
    one(await accounts.grantServiceRight({ id, right }), `is an owner of the service who may ${right}`),
  );
}

export function remove(context: AccountContext, user: string, isSure: boolean): Promise<Done> {
  return withAccounts(context, async (accounts, isBeside) => {
    const which = named(user);
    const id = typeof which === 'number' ? which : (await accounts.findAccount(which)).id; // a damaged account is deleted by its id
    const shared = await accounts.countAccountShares(id);
    if (!isSure) {
      throw new StartError(
        `This deletes account ${id} and everything in it, for ever: repeat it with --yes${loss(shared)}`,
      );
    }
    await accounts[isBeside ? 'beginAccountDeletion' : 'deleteAccount'](id);
    const rest = isBeside ? '; the server removes what it had within a minute' : '';
    return { text: `Account ${id} is deleted${rest}${loss(shared)}`, data: { id, shared } };
  });
}

/** What others lose with an account; nothing if it shares nothing. */
const loss = ({ algos, people }: { readonly algos: number; readonly people: number }): string =>
  algos === 0 ? '' : `. Algorithms that it shares: ${algos}; people who use them: ${people}`;

export function sessions(context: AccountContext, user: string, ends: boolean): Promise<Done> {
  return withAccount(context, user, async (accounts, { id }) => {
    const found = await accounts.listAccountSessions(id);
    if (!ends) return { text: sessionsTable(found), data: { id, sessions: found } };
    await accounts.endAccountSessions(id);
    return { text: `Account ${id} has no session any more`, data: { id, ended: found.length } };
  });
}

const dateText = (date: number): string => new Date(date).toISOString().slice(0, 19).replace('T', ' ');

const yes = (is: boolean): string => (is ? 'yes' : 'no');

function accountsTable(accounts: readonly Account[]): string {
  const rows = accounts.map(({ id, adresseMail, pseudo, dateInscription, isVerified, isDisabled, serviceRight }) => [
    String(id),
    adresseMail,
    pseudo,
    dateText(dateInscription),
    yes(isVerified),
    yes(isDisabled),
    serviceRight ?? '',
  ]);
  return tableOf(['id', 'e-mail', 'pseudo', 'registered (UTC)', 'confirmed', 'disabled', 'owner'], rows);
}

function sessionsTable(sessions: readonly UserSession[]): string {
  const rows = sessions.map(({ sessionId, dateCreation, dateUtilisation, dateExpiration, client, address }) => [
    ...[dateCreation, dateUtilisation, dateExpiration].map(dateText),
    client ?? '',
    address ?? '',
    sessionId,
  ]);
  return tableOf(['login (UTC)', 'last use', 'ends', 'client', 'address', 'id'], rows);
}
