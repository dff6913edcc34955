import { locale } from '../state/locale.ts';
import { adminEn } from '../texts/adminEn.ts';
import { adminFr } from '../texts/adminFr.ts';

/** The texts of the part for owners, in the language of the person. */
export const adminWords = (): typeof adminEn => (locale.value === 'fr' ? adminFr : adminEn);
