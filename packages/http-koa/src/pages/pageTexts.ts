import type { Locale } from '@algotheque/domain';

/** The texts of pages that do not come from the service's messages. */
export interface PageTexts {
  readonly confirmTitle: string;
  readonly recoverTitle: string;
  readonly email: string;
  readonly sendAgain: string;
  readonly newPassword: string;
  readonly passwordHint: string;
  readonly commonPassword: string;
  readonly save: string;
}

export const pageTexts: Readonly<Record<Locale, PageTexts>> = {
  en: {
    confirmTitle: 'Your e-mail address',
    recoverTitle: 'A new password',
    email: 'E-mail address',
    sendAgain: 'Send a new link',
    newPassword: 'New password',
    passwordHint: '8 to 255 characters.',
    commonPassword: 'Many people use this password. Please choose another.',
    save: 'Save',
  },
  fr: {
    confirmTitle: 'Votre adresse e-mail',
    recoverTitle: 'Un nouveau mot de passe',
    email: 'Adresse e-mail',
    sendAgain: 'Envoyer un nouveau lien',
    newPassword: 'Nouveau mot de passe',
    passwordHint: 'De 8 à 255 caractères.',
    commonPassword: 'Ce mot de passe est trop courant. Veuillez en choisir un autre.',
    save: 'Enregistrer',
  },
};
