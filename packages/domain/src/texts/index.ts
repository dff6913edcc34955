import type { Texts } from '../responses.ts';
import type { Locale } from '../user.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';

/** Human texts for the identifiers, by language. */
export const texts: Readonly<Record<Locale, Texts>> = { en, fr };

export type { Texts };
