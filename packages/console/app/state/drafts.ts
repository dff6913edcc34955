import { keep, kept, keptNames } from './kept.ts';

/** What a person has typed and not saved. */
export interface Draft {
  readonly nom: string;
  readonly text: string;
  /** The version that was changed; null for a new algorithm. */
  readonly etag: string | null;
  readonly at: number;
}

const start = (userId: number): string => `draft:${userId}:`;
const nameOf = (userId: number, algo: number | 'new'): string => `${start(userId)}${algo}`;

export function draftOf(userId: number, algo: number | 'new'): Draft | null {
  const text = kept(nameOf(userId, algo));
  return text === null ? null : JSON.parse(text); // it is our own
}

/** The account whose drafts were discarded: screens that are still open, also in other tabs, keep none any more until it logs in. */
const DISCARDED = 'discarded';

/** @returns whether the browser keeps it */
export function keepDraft(userId: number, algo: number | 'new', draft: Draft | null): boolean {
  if (kept(DISCARDED) === String(userId)) return true;
  return keep(nameOf(userId, algo), draft === null ? null : JSON.stringify(draft));
}

/** The algorithms with drafts of this person. */
export const draftsOf = (userId: number): readonly string[] =>
  keptNames(start(userId)).map((name) => name.slice(start(userId).length));

export function dropDrafts(userId: number): void {
  keep(DISCARDED, String(userId));
  for (const name of keptNames(start(userId))) keep(name, null);
}

/** After a login. */
export const allowDrafts = (): void => void keep(DISCARDED, null);
