import type { Locale } from '@algotheque/domain';
import { en, type PageTexts } from './textsEn.ts';
import { fr } from './textsFr.ts';

/** What the state of a page is called, beside its sign and its colour. */
export type OutcomeState = keyof PageTexts['states'];
export type LinkName = keyof PageTexts['links'];

export const pageTexts: Readonly<Record<Locale, PageTexts>> = { en, fr };

export type { PageTexts } from './textsEn.ts';
