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
};
