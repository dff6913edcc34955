import type { MailTexts } from './mailTexts.ts';

export const en: MailTexts = {
  greeting: (pseudo) => `Hello ${pseudo},`,
  signature: (publicUrl) => `Algotheque, ${publicUrl}`,
  confirm: {
    subject: 'Confirm your e-mail address',
    before: ['Please open this link to confirm your e-mail address for Algotheque:'],
    after: ['It works for a limited time. If you did not create an account, ignore this mail.'],
  },
  recover: {
    subject: 'Choose a new password',
    before: [
      'Somebody, most likely you, asked for a new password for your Algotheque account. Open this link to choose it:',
    ],
    after: [
      'It works once, and for a short time only.',
      'If it was not you, ignore this mail: your password stays as it is.',
    ],
  },
  password_changed: {
    subject: 'Your password was changed',
    before: [
      'The password of your Algotheque account was changed. If it was you, there is nothing to do.',
      'If it was not you, recover your account now: ask for a new password with this e-mail address.',
    ],
    after: [],
  },
  change_email: {
    subject: 'Confirm your new e-mail address',
    before: [
      'Somebody, most likely you, wants to use this e-mail address for an Algotheque account. Open this link to change the address of the account:',
    ],
    after: ['It works once, and for a limited time.', 'If it was not you, ignore this mail: nothing changes.'],
  },
  email_changed: {
    subject: 'Your e-mail address was changed',
    before: [
      'Your Algotheque account has another e-mail address now. If it was you, there is nothing to do.',
      'If it was not you, open this link. The account gets this address back, all sessions end, and you choose a new password:',
    ],
    after: ['It works once, and for a limited time.'],
  },
  email_taken: {
    subject: 'Somebody tried to use your e-mail address',
    before: [
      'Somebody tried to use this e-mail address for another Algotheque account. That is not possible, because the address belongs to your account.',
      'Nothing has changed, and there is nothing to do.',
    ],
    after: [],
  },
};
