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
  /** The link to the front end. */
  readonly goOn: string;
  /** What the service is for. */
  readonly purpose: string;
  readonly version: string;
  /** Of the links of the first page, by their names in its JSON. */
  readonly links: Readonly<Record<LinkName, string>>;
  readonly referenceTitle: string;
  /** How to try a route. HTML. */
  readonly tryRoute: string;
  readonly needsScript: string;
}

export type LinkName = 'reference' | 'openapi' | 'health' | 'ready';

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
    goOn: 'Continue',
    purpose: 'User accounts, and JSON documents (“algorithms”) that users own and share.',
    version: 'Version',
    links: {
      reference: 'Reference: read and try the routes',
      openapi: 'The same for programs, in OpenAPI 3.1',
      health: 'Whether the service is running',
      ready: 'Whether the service is ready',
    },
    referenceTitle: 'Reference',
    tryRoute:
      'To try the routes that need an access token: send <code>POST …/login</code>, copy <code>token</code> from its answer, choose “Authorize” and paste it. The page forgets it when you leave.',
    needsScript: 'This page needs JavaScript. The description of the routes is here:',
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
    goOn: 'Continuer',
    purpose:
      'Des comptes d’utilisateurs et des documents JSON (« algorithmes ») que leurs propriétaires peuvent partager.',
    version: 'Version',
    links: {
      reference: 'Référence : lire et essayer les routes',
      openapi: 'La même pour les programmes, en OpenAPI 3.1',
      health: 'Le service fonctionne-t-il ?',
      ready: 'Le service est-il prêt ?',
    },
    referenceTitle: 'Référence',
    tryRoute:
      'Pour essayer les routes qui demandent un jeton d’accès : envoyez <code>POST …/login</code>, copiez <code>token</code> de la réponse, choisissez « Authorize » et collez-le. La page l’oublie quand vous la quittez.',
    needsScript: 'Cette page a besoin de JavaScript. La description des routes est ici :',
  },
};
