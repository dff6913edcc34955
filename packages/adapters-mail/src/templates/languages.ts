import type { Locale } from '@algotheque/domain';
import { en } from './en.ts';
import { fr } from './fr.ts';
import type { MailTexts } from './mailTexts.ts';

/** The texts of mails by language: a language is one file. One that lacks a text does not compile. */
export const languages: Readonly<Record<Locale, MailTexts>> = { en, fr };
