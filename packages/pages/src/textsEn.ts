import type { EmailOfToken, Rule } from '@algotheque/domain';

const plural = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** The texts of pages that do not come from the service's messages. Other languages have the same members. */
export const en = {
  language: 'English',
  languages: 'Language',
  states: { done: 'Done', note: 'Note', problem: 'Problem' },
  confirmTitle: 'Your e-mail address',
  recoverTitle: 'A new password',
  errorTitle: (status: number) => `Error ${status}`,
  email: 'E-mail address',
  sendLink: 'Send a link',
  askForLink: 'We can send you a link by e-mail. Enter the address of your account.',
  /** What to do when a mail was asked for. */
  mailSteps: [
    'Open the link in the mail. The mail says how long the link works.',
    'If there is no mail after a few minutes, look into the folder for spam, and check that it is the address of your account.',
  ],
  /** Of a link that was opened before. */
  confirmedBefore:
    'The e-mail address is confirmed. This link was opened before, maybe by a program that checks mails.',
  afterConfirmation: 'You can log in with this address.',
  changeEmail: {
    title: 'A new e-mail address',
    ask: ({ adresseMail, pseudo }: EmailOfToken) =>
      `Press the button to use ${adresseMail} for the account of ${pseudo}. From then on, this is the address to log in with.`,
    button: 'Use this address',
    after: 'From now on you log in with this address. The old address got a mail that can undo the change.',
    /** What to do if the link is invalid: it may have been used. */
    again:
      'If you have pressed the button before, the address is changed. If not, log in and ask for the change again: only the last link works, and for a limited time.',
  },
  emailBack: {
    title: 'Your old e-mail address',
    ask: ({ adresseMail, pseudo }: EmailOfToken) =>
      `Press the button to use ${adresseMail} again for the account of ${pseudo}. Everybody is logged out then, and you choose a new password.`,
    button: 'Take this address back',
    after: 'All sessions have ended. Nobody can log in until you have chosen a new password with the link in the mail.',
    again:
      'If you have pressed the button before, you have the address back, and another mail has a link to choose a password. If not, the time to take it back is over, or an earlier address was taken back.',
  },
  invitation: {
    title: 'An invitation',
    open: 'Open what was shared',
    openHint: (adresseMail: string) =>
      `You log in first, or create an account. Any account will do, also one with another address than ${adresseMail}.`,
    steps: (adresseMail: string) => [
      'Log in with the program that you use for this service. Any account will do, also one with another e-mail address. If you have none, create one.',
      `Send the address of this page from there as a POST, with your access token. What was shared with ${adresseMail} is among your algorithms then.`,
    ],
  },
  refusal: {
    title: 'No more invitations',
    ask: (adresseMail: string) =>
      `Press the button if ${adresseMail} is to get no more mails that somebody wants to share something with you.`,
    button: 'No more invitations',
    after: 'Mails about your own account still arrive, if you have one.',
  },
  /** What has happened if the link of such a page is invalid. */
  linkVoid: 'This link does not work any more.',
  newPassword: 'New password',
  passwordHint: '8 to 255 characters.',
  showTyped: 'Show the password while I type',
  hideTyped: 'Hide the password while I type',
  /** What a new password has done besides. */
  afterReset: 'You were logged out on all devices.',
  /** After the reset of an account that was never confirmed before. */
  lookThrough:
    'You had not confirmed this e-mail address before, so somebody else may have made the account. The rights that it gave to other users are withdrawn. Look at its name, its picture and its algorithms, and at those that others share with it.',
  rules: {
    required: 'Please fill in this field.',
    min_length: 'This is too short.',
    max_length: 'This is too long.',
    email: 'This is not an e-mail address. It looks like name@example.org.',
    control_character: 'The text has a character that cannot be shown. Please remove it.',
    common_password: 'Many people use this password. Please choose another.',
  } satisfies Partial<Record<Rule, string>>,
  /** Before what is wrong. */
  problemLabel: 'Problem:',
  /** For a field that violates another rule. */
  otherRule: 'Please check this field.',
  /** Before the names of fields that are missing, and of those that are wrong. */
  missing: 'Missing fields:',
  wrong: 'Wrong fields:',
  save: 'Save',
  /** The link to the front end. */
  goOn: 'Continue',
  goHome: 'To the start page',
  tryAgainIn: (seconds: number) =>
    `You can try again in ${seconds < 120 ? plural(seconds, 'second') : plural(Math.ceil(seconds / 60), 'minute')}.`,
  /** Before the id of a request, which the log has. */
  requestId: 'For questions to the operator of the service, this request has the number',
  purpose: 'User accounts, and JSON documents (“algorithms”) that users own and share.',
  version: 'Version',
  /** Of the links of the start page, by their names in its JSON. */
  links: {
    reference: 'Reference: read and try the routes',
    openapi: 'The same for programs, in OpenAPI 3.1',
    health: 'Whether the service is running',
    ready: 'Whether the service is ready',
  },
  referenceTitle: 'Reference',
  /** HTML. */
  tryRoute:
    'To try the routes that need an access token: send <code>POST …/login</code>, copy <code>token</code> from its answer, choose “Authorize” and paste it. The page forgets it when you leave.',
  consoleNeedsScript: 'This page needs JavaScript.',
  needsScript: 'This page needs JavaScript. The description of the routes is here:',
};

export type PageTexts = Readonly<typeof en>;
