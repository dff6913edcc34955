import type { PageTexts } from './texts.ts';

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
    'Ouvrez le lien qui se trouve dans le message. Le message dit combien de temps le lien est valable.',
    'Si aucun message n’arrive après quelques minutes, regardez dans les courriers indésirables et vérifiez que c’est bien l’adresse de votre compte.',
  ],
  afterConfirmation: 'Vous pouvez vous connecter avec cette adresse.',
  changeEmailTitle: 'Une nouvelle adresse e-mail',
  askChangeEmail: ({ adresseMail, pseudo }) =>
    `Appuyez sur le bouton pour utiliser ${adresseMail} avec le compte de ${pseudo}. C’est avec cette adresse qu’on se connecte ensuite.`,
  changeEmail: 'Utiliser cette adresse',
  afterEmailChange:
    'Vous vous connectez désormais avec cette adresse. L’ancienne a reçu un message qui permet d’annuler la modification.',
  changeEmailAgain:
    'Si vous avez déjà appuyé sur le bouton, l’adresse est modifiée. Sinon, connectez-vous et demandez à nouveau la modification\u00a0: seul le dernier lien fonctionne, et pendant un temps limité.',
  linkVoid: 'Ce lien ne fonctionne plus.',
  emailBackTitle: 'Votre ancienne adresse e-mail',
  askEmailBack: ({ adresseMail, pseudo }) =>
    `Appuyez sur le bouton pour utiliser de nouveau ${adresseMail} avec le compte de ${pseudo}. Tout le monde est alors déconnecté, et vous choisissez un nouveau mot de passe.`,
  takeEmailBack: 'Reprendre cette adresse',
  afterEmailBack:
    'Toutes les sessions ont pris fin. Personne ne peut se connecter tant que vous n’avez pas choisi un nouveau mot de passe avec le lien du message.',
  emailBackAgain:
    'Si vous avez déjà appuyé sur le bouton, vous avez repris l’adresse, et un autre message contient un lien pour choisir un mot de passe. Sinon, il est trop tard pour la reprendre, ou une adresse antérieure a été reprise.',
  newPassword: 'Nouveau mot de passe',
  passwordHint: 'De 8 à 255 caractères.',
  showTyped: 'Afficher le mot de passe pendant la saisie',
  hideTyped: 'Masquer le mot de passe pendant la saisie',
  afterReset: 'Vous avez été déconnecté de tous vos appareils.',
  lookThrough:
    'Vous n’aviez pas encore confirmé cette adresse\u00a0: il se peut que quelqu’un d’autre ait créé le compte. Les droits qu’il avait donnés à d’autres utilisateurs ont été retirés. Vérifiez son nom, son image et ses algorithmes, ainsi que ceux que d’autres partagent avec lui.',
  rules: {
    required: 'Veuillez remplir ce champ.',
    min_length: 'C’est trop court.',
    max_length: 'C’est trop long.',
    email: 'Ce n’est pas une adresse e-mail. Elle a la forme nom@example.org.',
    control_character: 'Le texte contient un caractère qui ne peut pas être affiché. Veuillez l’enlever.',
    common_password: 'Ce mot de passe est trop courant. Veuillez en choisir un autre.',
  },
  problemLabel: 'Problème\u00a0:',
  otherRule: 'Veuillez vérifier ce champ.',
  save: 'Enregistrer',
  goOn: 'Continuer',
  goHome: 'Vers la page d’accueil',
  tryAgainIn: (seconds) =>
    `Vous pourrez réessayer dans ${seconds < 120 ? plural(seconds, 'seconde') : plural(Math.ceil(seconds / 60), 'minute')}.`,
  requestId: 'Pour toute question à l’équipe du service, cette requête porte le numéro',
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
};
