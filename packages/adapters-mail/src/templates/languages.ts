import type { Locale } from '@algotheque/domain';
import { en } from './en.ts';
import { fr } from './fr.ts';
import type { MailTexts } from './mailTexts.ts';

export const languages: Readonly<Record<Locale, MailTexts>> = { en, fr };
