import { keep, kept } from './kept.ts';

const NAME = 'next';
/** As long as the link of a confirmation works. */
const LIFE_MS = 86_400_000;

/** Where a person goes on who first has to make an account: the link of the mail opens another tab. */
export function rememberNext(to: string): void {
  keep(NAME, JSON.stringify({ to, at: Date.now() }));
}

export const clearNext = (): void => void keep(NAME, null);

export function takeNext(): string | null {
  const text = kept(NAME);
  clearNext();
  if (text === null) return null;
  const { to, at }: { readonly to: string; readonly at: number } = JSON.parse(text); // it is our own
  return Date.now() - at < LIFE_MS ? to : null;
}
