import type { ResponseId } from '../responses.ts';
import type { Locale } from '../user.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';

/** A text for every identifier: one that lacks its text does not compile. */
export type Texts = Readonly<Record<ResponseId, string>>;

/** Human texts for the identifiers, by language. */
export const texts: Readonly<Record<Locale, Texts>> = { en, fr };
