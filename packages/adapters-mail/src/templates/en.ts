import type { MailTexts } from './mailTexts.ts';

export const en: MailTexts = {
  greeting: 'Hello {{pseudo}},',
  linkHint: 'If the button does not work, open this link in your browser:',
  help: 'Do you need help? {{contact}}',
  signature: '{{name}}, {{address}}',
  mails: {
    confirm: {
      subject: 'Confirm your e-mail address',
      before: ['Please confirm that this e-mail address of your {{name}} account is yours.'],
      button: 'Confirm the address',
      after: ['The link works for {{lifetime}}. If you did not create an account, ignore this mail.'],
    },
    recover: {
      subject: 'Choose a new password',
      before: ['Somebody, most likely you, asked for a new password for your {{name}} account.'],
      button: 'Choose a password',
      after: [
        'The link works once, and for {{lifetime}}.',
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
      after: [
        'If you had not confirmed this address before, somebody else may have made the account: look at its name, picture and algorithms, and change or delete what is not yours.',
      ],
    },
    change_email: {
      subject: 'Confirm your new e-mail address',
      before: ['Somebody, most likely you, wants to use this e-mail address for their {{name}} account.'],
      button: 'Use this address',
      after: ['The link works once, and for {{lifetime}}.', 'If it was not you, ignore this mail: nothing changes.'],
    },
    email_changed: {
      subject: 'Your e-mail address was changed',
      before: [
        'Your {{name}} account has another e-mail address now. If it was you, there is nothing to do.',
        'If it was not you, take this address back: all sessions of the account end, and you choose a new password.',
      ],
      button: 'Take this address back',
      after: ['The link works once, and for {{lifetime}}.'],
    },
    email_taken: {
      subject: 'Somebody tried to use your e-mail address',
      before: [
        'Somebody tried to use this e-mail address for another {{name}} account. That is not possible, because the address belongs to your account.',
        'Nothing has changed, and there is nothing to do. If it was you, and you have forgotten the password of your account, choose a new one.',
      ],
      button: 'Choose a new password',
      after: ['If it was not you, ignore this mail.'],
    },
  },
};
