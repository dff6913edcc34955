import type { MailTexts } from './mailTexts.ts';

export const fr: MailTexts = {
  greeting: (pseudo) => `Bonjour ${pseudo},`,
  signature: (publicUrl) => `Algotheque, ${publicUrl}`,
  confirm: {
    subject: 'Confirmez votre adresse e-mail',
    before: ['Ouvrez ce lien pour confirmer votre adresse e-mail sur Algotheque :'],
    after: ['Sa durée de validité est limitée. Si vous n’avez pas créé de compte, ignorez ce message.'],
  },
  recover: {
    subject: 'Choisissez un nouveau mot de passe',
    before: [
      'Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour votre compte Algotheque. Ouvrez ce lien pour le choisir :',
    ],
    after: [
      'Il ne sert qu’une fois, et pour peu de temps.',
      'Si ce n’était pas vous, ignorez ce message : votre mot de passe reste inchangé.',
    ],
  },
  password_changed: {
    subject: 'Votre mot de passe a été modifié',
    before: [
      'Le mot de passe de votre compte Algotheque a été modifié. Si c’était vous, vous n’avez rien à faire.',
      'Si ce n’était pas vous, récupérez votre compte sans attendre : demandez un nouveau mot de passe avec cette adresse e-mail.',
    ],
    after: [],
  },
};
