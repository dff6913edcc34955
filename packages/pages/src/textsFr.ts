import type { PageTexts } from './textsEn.ts';

const plural = (count: number, unit: string): string => `${count} ${unit}${count < 2 ? '' : 's'}`;

export const fr: PageTexts = {
  language: 'Français',
  languages: 'Langue',
  states: { done: 'Terminé', note: 'À savoir', problem: 'Problème' },
  confirmTitle: 'Votre adresse e-mail',
  recoverTitle: 'Un nouveau mot de passe',
  errorTitle: (status) => `Erreur ${status}`,
  email: 'Adresse e-mail',
  sendLink: 'Envoyer un lien',
  askForLink: 'Nous pouvons vous envoyer un lien par e-mail. Indiquez l’adresse de votre compte.',
  mailSteps: [
    'Ouvrez le lien contenu dans le message, qui précise sa durée de validité.',
    'Si aucun message n’arrive dans les prochaines minutes, regardez dans les courriers indésirables et vérifiez que vous avez bien indiqué l’adresse de votre compte.',
  ],
  confirmedBefore:
    'L’adresse est confirmée. Ce lien a déjà été ouvert, peut-être par un programme qui vérifie les messages.',
  afterConfirmation: 'Vous pouvez vous connecter avec cette adresse.',
  changeEmail: {
    title: 'Une nouvelle adresse e-mail',
    ask: ({ adresseMail, pseudo }) =>
      `Appuyez sur le bouton pour utiliser ${adresseMail} avec le compte «\u00a0${pseudo}\u00a0». Vous vous connecterez ensuite avec cette adresse.`,
    button: 'Utiliser cette adresse',
    after:
      'Vous vous connectez désormais avec cette adresse. L’ancienne a reçu un message qui permet d’annuler la modification.',
    again:
      'Si vous avez déjà appuyé sur le bouton, l’adresse a été modifiée. Sinon, connectez-vous et demandez de nouveau la modification\u00a0: seul le dernier lien fonctionne, et pour une durée limitée.',
  },
  emailBack: {
    title: 'Votre ancienne adresse e-mail',
    ask: ({ adresseMail, pseudo }) =>
      `Appuyez sur le bouton pour utiliser de nouveau ${adresseMail} avec le compte «\u00a0${pseudo}\u00a0». Tous les appareils seront déconnectés, et vous choisirez un nouveau mot de passe.`,
    button: 'Reprendre cette adresse',
    after:
      'Toutes les sessions ont pris fin. Personne ne pourra se connecter tant que vous n’aurez pas choisi un nouveau mot de passe à l’aide du lien contenu dans le message.',
    again:
      'Si vous avez déjà appuyé sur le bouton, vous avez repris l’adresse, et un autre message contient un lien pour choisir un mot de passe. Sinon, le délai pour la reprendre est écoulé, ou une adresse antérieure a été reprise.',
  },
  invitation: {
    title: 'Une invitation',
    open: 'Ouvrir ce qui est partagé',
    openHint: (adresseMail) =>
      `Vous vous connectez d’abord, ou créez un compte. Tout compte convient, même avec une autre adresse que ${adresseMail}.`,
    steps: (adresseMail) => [
      'Connectez-vous avec le programme que vous utilisez pour ce service. Tout compte convient, même avec une autre adresse e-mail. Si vous n’en avez pas, créez-en un.',
      `Envoyez de là l’adresse de cette page en POST, avec votre jeton d’accès. Ce qui était partagé avec ${adresseMail} sera alors parmi vos algorithmes.`,
    ],
  },
  refusal: {
    title: 'Plus d’invitations',
    ask: (adresseMail) =>
      `Appuyez sur le bouton si ${adresseMail} ne doit plus recevoir de messages disant que quelqu’un veut partager quelque chose avec vous.`,
    button: 'Plus d’invitations',
    after: 'Les messages sur votre propre compte arrivent toujours, si vous en avez un.',
  },
  linkVoid: 'Ce lien ne fonctionne plus.',
  newPassword: 'Nouveau mot de passe',
  passwordHint: 'De 8 à 255 caractères.',
  showTyped: 'Afficher le mot de passe pendant la saisie',
  hideTyped: 'Masquer le mot de passe pendant la saisie',
  afterReset: 'Tous vos appareils ont été déconnectés.',
  lookThrough:
    'Vous n’aviez pas encore confirmé cette adresse\u00a0: il se peut que quelqu’un d’autre ait créé le compte. Les droits qu’il avait donnés à d’autres utilisateurs ont été retirés. Vérifiez son nom, son image et ses algorithmes, ainsi que ceux que d’autres partagent avec lui.',
  rules: {
    required: 'Veuillez remplir ce champ.',
    min_length: 'C’est trop court.',
    max_length: 'C’est trop long.',
    email: 'Ce n’est pas une adresse e-mail. Elle doit avoir la forme nom@example.org.',
    control_character: 'Le texte contient un caractère qui ne peut pas être affiché. Veuillez le supprimer.',
    common_password: 'Ce mot de passe est trop courant. Veuillez en choisir un autre.',
  },
  problemLabel: 'Problème\u00a0:',
  otherRule: 'Veuillez vérifier ce champ.',
  missing: 'Champs manquants\u00a0:',
  wrong: 'Champs incorrects\u00a0:',
  save: 'Enregistrer',
  goOn: 'Continuer',
  goHome: 'Vers la page d’accueil',
  tryAgainIn: (seconds) =>
    `Vous pourrez réessayer dans ${seconds < 120 ? plural(seconds, 'seconde') : plural(Math.ceil(seconds / 60), 'minute')}.`,
  requestId: 'Pour toute question, indiquez à l’équipe du service le numéro de cette requête\u00a0:',
  purpose:
    'Des comptes d’utilisateurs et des documents JSON («\u00a0algorithmes\u00a0») que leurs propriétaires peuvent partager.',
  version: 'Version',
  links: {
    reference: 'Référence\u00a0: lire et essayer les routes',
    openapi: 'La même pour les programmes, en OpenAPI 3.1',
    health: 'Le service fonctionne-t-il\u00a0?',
    ready: 'Le service est-il prêt\u00a0?',
  },
  referenceTitle: 'Référence',
  tryRoute:
    'Pour essayer les routes qui demandent un jeton d’accès\u00a0: envoyez <code>POST …/login</code>, copiez la valeur de <code>token</code> dans la réponse, choisissez «\u00a0Authorize\u00a0» et collez-la. La page l’oublie quand vous la quittez.',
  consoleNeedsScript: 'Cette page nécessite JavaScript.',
  needsScript: 'Cette page nécessite JavaScript. La description des routes se trouve ici\u00a0:',
};
