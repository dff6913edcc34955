/** What is kept beside a mail about its last try, in the file that `reasonFileOf` names. */
export interface Reason {
  /** How many tries there were; null if there was none. */
  readonly tries: number | null;
  /** The last answer of the mail server, or why the file is no mail. */
  readonly answer: string;
}

/** @param name of the mail: without its tries, or of a file that the spool did not make */
export const reasonFileOf = (name: string): string => `${name.replace(/[.]eml$/, '')}.reason`;

/** @param why a few words, such as `deferred at try 2` @param text what the server answered */
export const reasonText = (date: number, why: string, text: string): string =>
  `${new Date(date).toISOString()} ${why}\n${text}\n`;

/** Reads what `reasonText` made. */
export function readReason(text: string): Reason {
  const tries = / at try (\d+)$/m.exec(text.split('\n')[0] ?? '')?.[1];
  return { tries: tries === undefined ? null : Number(tries), answer: text.slice(text.indexOf('\n') + 1).trim() };
}
