import type { Locale } from '../state/locale.ts';

/** What CodeMirror says by itself, by the English text. */
export const PHRASES: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  en: {},
  fr: {
    Find: 'Chercher',
    Replace: 'Remplacer',
    next: 'suivant',
    previous: 'précédent',
    all: 'tous',
    'match case': 'respecter la casse',
    regexp: 'expression régulière',
    'by word': 'mot entier',
    replace: 'remplacer',
    'replace all': 'tout remplacer',
    close: 'fermer',
    'current match': 'occurrence actuelle',
    'on line': 'à la ligne',
    'replaced $ matches': '$ occurrences remplacées',
    'replaced match on line $': 'occurrence remplacée à la ligne $',
    'Go to line': 'Aller à la ligne',
    go: 'aller',
    'Folded lines': 'Lignes repliées',
    'Unfolded lines': 'Lignes dépliées',
    to: 'à',
    'folded code': 'code replié',
    unfold: 'déplier',
    'Fold line': 'Replier',
    'Unfold line': 'Déplier',
    Diagnostics: 'Problèmes',
    '$ unchanged lines': '$ lignes inchangées',
  },
};
