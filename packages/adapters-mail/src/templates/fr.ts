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
  change_email: {
    subject: 'Confirmez votre nouvelle adresse e-mail',
    before: [
      'Quelqu’un, sans doute vous, veut utiliser cette adresse e-mail pour un compte Algotheque. Ouvrez ce lien pour changer l’adresse du compte :',
    ],
    after: [
      'Il ne sert qu’une fois, et sa durée de validité est limitée.',
      'Si ce n’était pas vous, ignorez ce message : rien ne change.',
    ],
  },
  email_changed: {
    subject: 'Votre adresse e-mail a été modifiée',
    before: [
      'Votre compte Algotheque a maintenant une autre adresse e-mail. Si c’était vous, vous n’avez rien à faire.',
      'Si ce n’était pas vous, ouvrez ce lien. Le compte reprend cette adresse, toutes les sessions prennent fin, et vous choisissez un nouveau mot de passe :',
    ],
    after: ['Il ne sert qu’une fois, et sa durée de validité est limitée.'],
  },
  email_taken: {
    subject: 'Quelqu’un a essayé d’utiliser votre adresse e-mail',
    before: [
      'Quelqu’un a essayé d’utiliser cette adresse e-mail pour un autre compte Algotheque. C’est impossible, car l’adresse appartient à votre compte.',
      'Rien n’a changé, et vous n’avez rien à faire.',
    ],
    after: [],
  },
};
