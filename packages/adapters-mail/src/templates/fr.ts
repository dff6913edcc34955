import type { MailTexts } from './mailTexts.ts';

export const fr: MailTexts = {
  greeting: 'Bonjour {{pseudo}},',
  linkHint: 'Si le bouton ne fonctionne pas, ouvrez ce lien dans votre navigateur\u00a0:',
  refusalHint: 'Si vous ne voulez plus de ces messages à cette adresse, ouvrez ce lien\u00a0:',
  notConfirmed: '(cette adresse n’est pas confirmée)',
  help: 'Besoin d’aide\u00a0? {{contact}}',
  signature: '{{name}}, {{address}}',
  mails: {
    confirm: {
      subject: 'Confirmez votre adresse e-mail',
      before: ['Veuillez confirmer votre adresse e-mail pour votre compte {{name}}.'],
      button: 'Confirmer l’adresse',
      after: ['Le lien fonctionne pendant {{lifetime}}. Si vous n’avez pas créé de compte, ignorez ce message.'],
    },
    recover: {
      subject: 'Choisissez un nouveau mot de passe',
      before: ['Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour votre compte {{name}}.'],
      button: 'Choisir un mot de passe',
      after: [
        'Le lien fonctionne pendant {{lifetime}}, une seule fois.',
        'Si ce n’était pas vous, ignorez ce message\u00a0: votre mot de passe reste inchangé.',
      ],
    },
    password_changed: {
      subject: 'Votre mot de passe a été modifié',
      before: [
        'Le mot de passe de votre compte {{name}} a été modifié. Si c’était vous, vous n’avez rien à faire.',
        'Si ce n’était pas vous, récupérez votre compte sans attendre\u00a0: demandez un lien à cette adresse e-mail, et choisissez un nouveau mot de passe.',
      ],
      button: 'Récupérer le compte',
      after: [],
    },
    account_recovered: {
      subject: 'Votre compte a un nouveau mot de passe',
      before: [
        'Votre compte {{name}} a un nouveau mot de passe, et son adresse e-mail est ainsi confirmée. Si c’était vous, vous pouvez vous connecter.',
        'L’adresse n’avait pas encore été confirmée\u00a0: il se peut que quelqu’un d’autre ait créé le compte. Les droits qu’il avait donnés à d’autres utilisateurs ont été retirés. Vérifiez son nom, son image et ses algorithmes, et modifiez ou supprimez ce qui n’est pas de vous.',
        'Si ce n’est pas vous qui avez choisi le mot de passe, récupérez votre compte sans attendre\u00a0: demandez un lien à cette adresse e-mail, et choisissez-en un nouveau.',
      ],
      button: 'Récupérer le compte',
      after: [],
    },
    change_email: {
      subject: 'Confirmez votre nouvelle adresse e-mail',
      before: ['Quelqu’un, sans doute vous, souhaite utiliser cette adresse e-mail pour son compte {{name}}.'],
      button: 'Utiliser cette adresse',
      after: [
        'Le lien fonctionne pendant {{lifetime}}, une seule fois.',
        'Si ce n’était pas vous, ignorez ce message\u00a0: rien ne change.',
      ],
    },
    email_changed: {
      subject: 'Votre adresse e-mail a été modifiée',
      before: [
        'Votre compte {{name}} a maintenant une autre adresse e-mail. Si c’était vous, vous n’avez rien à faire.',
        'Si ce n’était pas vous, reprenez cette adresse. Tous les appareils seront déconnectés, et vous choisirez un nouveau mot de passe.',
      ],
      button: 'Reprendre cette adresse',
      after: ['Le lien fonctionne pendant {{lifetime}}, une seule fois.'],
    },
    email_reserved: {
      subject: 'Quelqu’un a essayé d’utiliser votre ancienne adresse e-mail',
      before: [
        'Quelqu’un a essayé d’utiliser cette adresse e-mail pour un autre compte {{name}}. C’est encore impossible, car c’était l’adresse de votre compte et vous pouvez toujours la reprendre.',
        'Rien n’a changé. Si votre compte a maintenant une autre adresse sans que vous l’ayez voulu, reprenez celle-ci. Tous les appareils seront déconnectés, et vous choisirez un nouveau mot de passe.',
      ],
      button: 'Reprendre cette adresse',
      after: ['Le lien fonctionne une seule fois, tant que l’adresse peut être reprise.'],
    },
    email_taken_back: {
      subject: 'Vous avez repris votre adresse e-mail',
      before: [
        'Cette adresse e-mail est de nouveau celle de votre compte {{name}}. Tous les appareils ont été déconnectés, et l’ancien mot de passe ne fonctionne plus.',
        'Veuillez choisir un nouveau mot de passe. D’ici là, personne ne peut se connecter.',
      ],
      button: 'Choisir un mot de passe',
      after: ['Le lien fonctionne pendant {{lifetime}}, une seule fois.'],
    },
    email_taken: {
      subject: 'Quelqu’un a essayé d’utiliser votre adresse e-mail',
      before: [
        'Quelqu’un a essayé d’utiliser cette adresse e-mail pour un autre compte {{name}}. C’est impossible, car l’adresse appartient à votre compte.',
        'Rien n’a changé, et vous n’avez rien à faire. Si c’était vous et que vous avez oublié le mot de passe de votre compte, choisissez-en un nouveau.',
      ],
      button: 'Choisir un mot de passe',
      after: ['Si ce n’était pas vous, ignorez ce message.'],
    },
    email_displaced: {
      subject: 'Cette adresse n’est plus celle de votre compte',
      before: [
        'Votre compte {{name}} a de nouveau une adresse e-mail qu’il avait auparavant\u00a0: une personne qui lit les messages de cette adresse l’a reprise. L’adresse à laquelle vous recevez ce message n’est plus celle du compte.',
        'Si ce n’était pas vous, et qu’une autre de vos adresses était encore avant celle du compte, demandez un lien avec celle-là. Il permet de la reprendre.',
      ],
      button: 'Obtenir un lien',
      after: ['Si c’était vous, vous n’avez rien à faire.'],
    },
    test: {
      subject: 'Essai des messages de {{name}}',
      before: [
        'Vous avez demandé ce message en tant que propriétaire de {{name}}. Le service peut envoyer des messages.',
      ],
      button: 'Ouvrir {{name}}',
      after: [],
    },
    algo_shared: {
      subject: 'Un algorithme est partagé avec vous',
      before: [
        '{{sharer}} partage avec vous l’algorithme «\u00a0{{algo}}\u00a0» sur {{name}}. Vous le trouvez parmi vos algorithmes.',
      ],
      button: 'Ouvrir {{name}}',
      after: [
        'Si vous ne voulez pas recevoir de messages sur les algorithmes partagés, désactivez-les dans les réglages de votre compte. Si vous ne connaissez pas ce compte, quelqu’un d’autre l’a peut-être créé avec votre adresse\u00a0: choisissez un nouveau mot de passe, et il n’est qu’à vous.',
      ],
    },
    share_invitation: {
      subject: 'Quelqu’un veut partager un algorithme avec vous',
      before: [
        '{{sharer}}, {{sharerMail}}, veut partager l’algorithme «\u00a0{{algo}}\u00a0» avec vous sur {{name}}. Vous recevez ce message parce que {{sharer}} a saisi cette adresse e-mail.',
        'Ouvrez le lien, et connectez-vous avec un compte que vous avez, ou avec un nouveau. L’algorithme sera alors parmi les vôtres. Le lien est pour vous seul\u00a0: qui l’a reçoit l’algorithme.',
      ],
      button: 'Voir l’invitation',
      after: [
        'Si vous n’attendiez pas ce message, ignorez-le\u00a0: rien ne se passe, et l’offre prend fin d’elle-même.',
      ],
    },
  },
};
