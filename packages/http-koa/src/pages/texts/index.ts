import type { Locale } from '@algotheque/domain';
import { en } from './en.ts';
import { fr } from './fr.ts';
import type { PageTexts } from './texts.ts';

/** The texts of pages, by language. */
export const pageTexts: Readonly<Record<Locale, PageTexts>> = { en, fr };

export type { LinkName, OutcomeState, PageTexts } from './texts.ts';
