import type { MailTexts } from './mailTexts.ts';

export const en: MailTexts = {
  greeting: 'Hello {{pseudo}},',
  linkHint: 'If the button does not work, open this link in your browser:',
  refusalHint: 'If you want no more of these mails at this address, open this link:',
  notConfirmed: '(this address is not confirmed)',
  help: 'Do you need help? {{contact}}',
  signature: '{{name}}, {{address}}',
  mails: {
    confirm: {
      subject: 'Confirm your e-mail address',
      before: ['Please confirm your e-mail address for your {{name}} account.'],
      button: 'Confirm the address',
      after: ['The link works for {{lifetime}}. If you did not create an account, ignore this mail.'],
    },
    recover: {
      subject: 'Choose a new password',
      before: ['Somebody, most likely you, asked for a new password for your {{name}} account.'],
      button: 'Choose a password',
      after: [
        'The link works for {{lifetime}}, and only once.',
        'If it was not you, ignore this mail: your password stays as it is.',
      ],
    },
    password_changed: {
      subject: 'Your password was changed',
      before: [
        'The password of your {{name}} account was changed. If it was you, there is nothing to do.',
        'If it was not you, recover your account now: get a link by mail to this address, and choose a new password.',
      ],
      button: 'Recover the account',
      after: [],
    },
    account_recovered: {
      subject: 'Your account has a new password',
      before: [
        'Your {{name}} account has a new password, and its e-mail address is confirmed by that. If it was you, you can log in.',
        'The address was not confirmed before, so somebody else may have made the account. The rights that it gave to other users are withdrawn. Look at its name, picture and algorithms, and change or delete what is not yours.',
        'If it was not you who chose the password, recover your account now: get a link by mail to this address, and choose a new one.',
      ],
      button: 'Recover the account',
      after: [],
    },
    change_email: {
      subject: 'Confirm your new e-mail address',
      before: ['Somebody, most likely you, wants to use this e-mail address for their {{name}} account.'],
      button: 'Use this address',
      after: [
        'The link works for {{lifetime}}, and only once.',
        'If it was not you, ignore this mail: nothing changes.',
      ],
    },
    email_changed: {
      subject: 'Your e-mail address was changed',
      before: [
        'Your {{name}} account has another e-mail address now. If it was you, there is nothing to do.',
        'If it was not you, take this address back. Everybody is logged out then, and you choose a new password.',
      ],
      button: 'Take this address back',
      after: ['The link works for {{lifetime}}, and only once.'],
    },
    email_reserved: {
      subject: 'Somebody tried to use your former e-mail address',
      before: [
        'Somebody tried to use this e-mail address for another {{name}} account. That is not possible yet, because it was the address of your account, and you can still take it back.',
        'Nothing has changed. If your account has another address now and you did not change it, take this address back. Everybody is logged out then, and you choose a new password.',
      ],
      button: 'Take this address back',
      after: ['The link works once, and only while the address can be taken back.'],
    },
    email_taken_back: {
      subject: 'You have your e-mail address back',
      before: [
        'This e-mail address belongs to your {{name}} account again. Everybody was logged out, and the password does not work any more.',
        'Please choose a new password. Nobody can log in before.',
      ],
      button: 'Choose a password',
      after: ['The link works for {{lifetime}}, and only once.'],
    },
    email_taken: {
      subject: 'Somebody tried to use your e-mail address',
      before: [
        'Somebody tried to use this e-mail address for another {{name}} account. That is not possible, because the address belongs to your account.',
        'Nothing has changed, and there is nothing to do. If it was you, and you have forgotten the password of your account, choose a new one.',
      ],
      button: 'Choose a password',
      after: ['If it was not you, ignore this mail.'],
    },
    email_displaced: {
      subject: 'This address does not belong to your account any more',
      before: [
        'Your {{name}} account has an e-mail address again that it had before: somebody who reads the mails of that address has taken it back. This address does not belong to the account any more.',
        'If it was not you, and another address of yours belonged to the account even before, ask for a link with that one. It takes that address back.',
      ],
      button: 'Get a link',
      after: ['If it was you, there is nothing to do.'],
    },
    test: {
      subject: 'Test of the mails of {{name}}',
      before: ['You asked for this mail, as an owner of {{name}}. The service can send mails.'],
      button: 'Open {{name}}',
      after: [],
    },
    algo_shared: {
      subject: 'Somebody shares an algorithm with you',
      before: ['{{sharer}} shares the algorithm “{{algo}}” with you in {{name}}. You find it among your algorithms.'],
      button: 'Open {{name}}',
      after: [
        'If you do not want mails about shared algorithms, switch them off in the settings of your account. If you know of no such account, somebody else may have made it with your address: choose a new password, and it is yours alone.',
      ],
    },
    share_invitation: {
      subject: 'Somebody wants to share an algorithm with you',
      before: [
        '{{sharer}}, {{sharerMail}}, wants to share the algorithm “{{algo}}” with you in {{name}}. You get this mail because {{sharer}} has entered this e-mail address.',
        'Open the link, and log in with any account that you have, or with a new one. Then you find the algorithm among yours. The link is for you alone: everybody who has it gets the algorithm.',
      ],
      button: 'See the invitation',
      after: ['If you did not expect this mail, ignore it: nothing happens, and the offer ends by itself.'],
    },
  },
};
