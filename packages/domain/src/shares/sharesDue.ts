import type { Due, Locale, User } from '../user.ts';

/** When an address is confirmed, and in which language by a request; milliseconds since the Unix epoch. */
export interface Confirmed {
  readonly date: number;
  readonly locale: Locale;
}

/** What is due when an address is confirmed: what waits for it takes effect. @param user as they are then */
export const sharesDue = (
  { adresseMail, emailChange }: Pick<User, 'adresseMail' | 'emailChange'>,
  { date, locale }: Confirmed,
): Due => ({ kind: 'shares', version: emailChange.version, date, locale, adresseMail });
