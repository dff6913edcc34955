/** The argument of every command that is about one mail. */
export const MAIL = { name: { meaning: 'The name of the mail, as `mail list` shows it.' } } as const;

export const EXIT_CODES = {
  0: 'it was done',
  1: 'it was refused or failed, or there is no mail server; the message has the reason',
} as const;
