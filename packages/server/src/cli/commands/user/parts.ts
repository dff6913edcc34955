/** The argument of every command that is about one account. */
export const USER = { user: { meaning: 'The id or the e-mail of the account.' } } as const;

export const PASSWORD_FILE = {
  'password-file': {
    value: 'FILE',
    meaning:
      'A file that holds the password; - is standard input. Default: it is typed at the terminal, which shows nothing of it.',
  },
} as const;

export const EXIT_CODES = {
  0: 'it was done',
  1: 'it was refused or failed; the message has the reason',
} as const;
