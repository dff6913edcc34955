import { type Due, type PortableKind, sortedDue } from '@algotheque/domain';

/** Fields that rows of backups of older releases lack, with the value that such a row had in effect. */
const ADDED: Partial<Readonly<Record<PortableKind, object>>> = {
  user: { isDisabled: false, emailChange: { version: 0, pending: null, former: [] }, locale: null, shareMails: true },
  session: { client: null, address: null },
  algo: { places: [], waiting: [] },
};

/** A row of a backup as this release writes it. What is damaged in it stays so, and the types of its values are still to be checked. */
export function currentRow(kind: PortableKind, row: object): object {
  const complete = { ...ADDED[kind], ...row };
  return kind === 'user' && !('due' in row) ? withDueList(complete) : complete;
}

/** A mail that was due; a withdrawal had no language. */
interface FormerDue {
  readonly date: number;
  readonly locale?: Due['locale'];
}

/** A user of a release that had a field for each kind of what is due, and one in each former address. */
interface FormerUser {
  readonly credentialsVersion: number;
  readonly isVerified: boolean;
  readonly confirmationDue?: FormerDue | null;
  readonly noticeDue?: FormerDue | null;
  readonly withdrawalDue?: FormerDue | null;
  readonly emailChange: { readonly former: readonly FormerAddress[] };
}

interface FormerAddress {
  readonly adresseMail: string;
  readonly version: number;
  readonly date: number;
  readonly mailDue?: Due['locale'] | null;
}

function withDueList(row: object): object {
  const { confirmationDue, noticeDue, withdrawalDue, ...user } = row as FormerUser; // its values are checked when all fields are those of today
  if (!Array.isArray(user.emailChange?.former)) return row;
  const version = user.credentialsVersion;
  const own = (kind: Due['kind'], due: FormerDue | null | undefined): Due[] =>
    due ? [{ kind, version, date: due.date, locale: due.locale ?? 'en', adresseMail: null }] : [];
  const changed = user.emailChange.former.flatMap(({ adresseMail, version, date, mailDue }): Due[] =>
    mailDue ? [{ kind: 'changed', version, date, locale: mailDue, adresseMail }] : [],
  );
  const due = [
    ...own('notice', noticeDue),
    ...own('withdrawal', withdrawalDue),
    ...own('confirmation', user.isVerified ? null : confirmationDue),
    ...changed,
  ];
  const former = user.emailChange.former.map(({ mailDue: _due, ...one }) => one);
  return { ...user, due: sortedDue(due), emailChange: { ...user.emailChange, former } };
}
