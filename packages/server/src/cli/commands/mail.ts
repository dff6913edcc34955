import { type CommandGroup, command } from '../declaration.ts';

const queue = () => import('../../mails/queueCommands.ts');

const MAIL = { name: { meaning: 'The name of the mail, as `mail list` shows it.' } } as const;

const OF_QUEUE = {
  json: true,
  exitCodes: {
    0: 'it was done',
    1: 'it was refused or failed, or there is no mail server; the message has the reason',
  },
} as const;

const test = command({
  name: 'test',
  summary: 'Sends one mail at once, and says what the mail server answered, and whether TLS and a login were used.',
  details: ['The mail does not wait with the others. A running server is not needed.'],
  args: { address: { meaning: 'The e-mail address that gets the mail.' } },
  json: true,
  examples: ['mail test ada@example.org'],
  exitCodes: {
    0: 'the mail server took the mail',
    1: 'it did not, or there is no mail server; the message has the reason',
    2: 'the command line is wrong, or the address is not valid',
  },
  run: async ({ args, env }) => (await import('../../mails/testMail.ts')).testMail(args.address, env),
});

const preview = command({
  name: 'preview',
  summary: 'Writes every mail in every language to a folder, as .eml and .html, as the settings have it.',
  details: ['The folder is made if absent, and files with such a name in it are replaced. The links do not work.'],
  args: { folder: { meaning: 'The folder for the files.' } },
  json: true,
  examples: ['mail preview ./mails'],
  exitCodes: {
    0: 'the mails were written',
    1: 'the settings or templates are wrong, or the folder cannot be written; the message has the reason',
  },
  run: async ({ args, env }) => (await import('../../mails/previewMails.ts')).preview(args.folder, env),
});

const list = command({
  name: 'list',
  summary: 'Lists the mails that wait, are being sent, or were given up, with the last answer of the mail server.',
  details: ['In JSON, dates are milliseconds since 1970.'],
  ...OF_QUEUE,
  examples: ['mail list', 'mail list --json'],
  run: async (context) => (await queue()).list(context),
});

const retry = command({
  name: 'retry',
  summary: 'Lets a mail be sent again: one that was given up waits again, and one that waits becomes due.',
  details: [
    'A mail that was given up gets as much time as a new mail. A running server sends it within a minute; while its mail server cannot be reached, within five.',
  ],
  args: MAIL,
  ...OF_QUEUE,
  examples: ['mail retry 20261121T122845123Z-9f86d081884c7d65'],
  run: async ({ args, ...context }) => (await queue()).retry(args.name, context),
});

const drop = command({
  name: 'drop',
  summary: 'Removes a mail that waits or was given up; with --all-failed all that were given up.',
  args: { name: { ...MAIL.name, optional: true } },
  options: { 'all-failed': { meaning: 'Removes all mails that were given up. It is used in place of a name.' } },
  ...OF_QUEUE,
  examples: ['mail drop 20261121T122845123Z-9f86d081884c7d65', 'mail drop --all-failed'],
  async run({ args, options, ...context }) {
    const { drop, dropAllFailed } = await queue();
    const { UsageError } = await import('../../startError.ts');
    const isAll = options['all-failed'];
    if (args.name === undefined ? !isAll : isAll)
      throw new UsageError('mail drop takes either NAME or --all-failed. `algotheque mail drop --help` says more.');
    return args.name === undefined ? dropAllFailed(context) : drop(args.name, context);
  },
});

export const mail: CommandGroup = {
  name: 'mail',
  summary: 'Tests the mail server, and manages mails that wait or were given up.',
  details: [
    'Settings are those of the server, from the environment. The mails are in the store: a server may use it meanwhile, and the command runs on any machine that can reach the store.',
  ],
  commands: [test, preview, list, retry, drop],
};
