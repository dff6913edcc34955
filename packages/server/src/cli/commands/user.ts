import { type CommandGroup, command } from '../declaration.ts';

const work = () => import('../../accounts/accountCommands.ts');

const PASSWORD_FILE = {
  'password-file': {
    value: 'FILE',
    meaning:
      'A file that holds the password; - is standard input. Default: it is typed at the terminal, which shows nothing of it.',
  },
} as const;

const EXIT_CODES = {
  0: 'it was done',
  1: 'it was refused or failed; the message has the reason',
} as const;

const OF_ACCOUNT = {
  args: { user: { meaning: 'The id or the e-mail of the account.' } },
  json: true,
  exitCodes: EXIT_CODES,
} as const;

const list = command({
  name: 'list',
  summary: 'Lists the accounts by ascending id, or those whose e-mail or pseudo begins with a text.',
  options: {
    start: {
      value: 'TEXT',
      meaning: 'The beginning of the e-mail or of the pseudo, without regard to case and accents.',
    },
    after: {
      value: 'ID',
      meaning: 'Only accounts with a greater id. With --start: the `after` that the list before has named.',
    },
    limit: { value: 'NUMBER', meaning: 'How many, 1 to 1000. Default: 100.' },
  },
  json: true,
  examples: ['user list', 'user list --after 100 --limit 1000 --json', 'user list --start ada'],
  exitCodes: EXIT_CODES,
  run: async ({ options, ...context }) => (await work()).listAll(context, options),
});

const show = command({
  name: 'show',
  summary: 'Shows one account.',
  ...OF_ACCOUNT,
  examples: ['user show 7', 'user show ada@example.org --json'],
  run: async ({ args, ...context }) => (await work()).show(context, args.user),
});

const create = command({
  name: 'create',
  summary: 'Registers an account.',
  details: [
    'A server sends the confirmation mail, within two minutes or at its next start. In a data folder without a store one is made.',
  ],
  options: {
    email: { value: 'EMAIL', required: true, meaning: 'The e-mail, exactly as it is typed at logins.' },
    pseudo: { value: 'PSEUDO', required: true, meaning: 'The name that others see.' },
    confirmed: { meaning: 'The e-mail counts as confirmed, and no confirmation mail is sent.' },
    ...PASSWORD_FILE,
  },
  json: true,
  examples: [
    'user create --email ada@example.org --pseudo Ada',
    'user create --email ada@example.org --pseudo Ada --confirmed --password-file -',
  ],
  exitCodes: EXIT_CODES,
  run: async ({ options, ...context }) => (await work()).create(context, options),
});

const changing = (name: 'confirm' | 'disable' | 'enable' | 'revoke-owner', summary: string) =>
  command({
    name,
    summary,
    ...OF_ACCOUNT,
    examples: [`user ${name} 7`],
    run: async ({ args, ...context }) => (await work()).change(context, args.user, name),
  });

const confirm = changing('confirm', 'Lets the e-mail of an account count as confirmed.');

const setPassword = command({
  name: 'set-password',
  summary: 'Sets a new password of an account, and ends all its sessions.',
  details: [
    'A server tells the user by mail, within two minutes or at its next start. A disabled account stays disabled.',
  ],
  options: PASSWORD_FILE,
  ...OF_ACCOUNT,
  examples: ['user set-password 7', 'user set-password ada@example.org --password-file new.txt'],
  run: async ({ options, args, ...context }) =>
    (await work()).setPassword(context, args.user, options['password-file']),
});

const setEmail = command({
  name: 'set-email',
  summary: 'Gives an account another e-mail, which counts as confirmed.',
  details: [
    'Sessions stay; earlier links of mails are void. A server writes to the e-mail before, which can be taken back by that mail and which nobody else can have meanwhile: as when the user changes it.',
  ],
  ...OF_ACCOUNT,
  args: { ...OF_ACCOUNT.args, email: { meaning: 'The new e-mail.' } },
  examples: ['user set-email 7 ada@example.net'],
  run: async ({ args, ...context }) => (await work()).setEmail(context, args.user, args.email),
});

const disable = changing(
  'disable',
  'Refuses every login to an account from now on, and ends its sessions at once, on every server.',
);

const enable = changing('enable', 'Allows logins to a disabled account again.');

const grantOwner = command({
  name: 'grant-owner',
  summary: 'Makes an account an owner of the service, or gives an owner the other right.',
  details: [
    'An owner uses the routes under /api/admin: with the right `look` they see accounts, mails and events, with `act` they change the first two too. The e-mail of the account must be confirmed. It holds from the next request on.',
  ],
  options: { act: { meaning: 'The right to act too. Default: only to look.' } },
  ...OF_ACCOUNT,
  examples: ['user grant-owner ada@example.org', 'user grant-owner 7 --act'],
  run: async ({ options, args, ...context }) => (await work()).grantOwner(context, args.user, options.act),
});

const revokeOwner = changing(
  'revoke-owner',
  'Takes the right over the service from an account, from its next request on.',
);

const deleteAccount = command({
  name: 'delete',
  summary: 'Deletes an account and everything in it.',
  details: [
    'The account is absent at once. Where a server keeps the content of algorithms in a folder, that server removes what the account had within a minute.',
  ],
  options: {
    yes: {
      meaning:
        'Says that you are sure. Without it nothing is deleted, and it says how many algorithms of the account are shared, and with how many people.',
    },
  },
  ...OF_ACCOUNT,
  examples: ['user delete 7 --yes'],
  run: async ({ options, args, ...context }) => (await work()).remove(context, args.user, options.yes),
});

const exportAccount = command({
  name: 'export',
  summary: 'Writes all data of an account to a ZIP.',
  details: [
    'It is the ZIP that the user can get: profile, sessions, folders, algorithms with their former versions, and shares. docs/privacy.md says what else there is of a person.',
  ],
  args: {
    ...OF_ACCOUNT.args,
    file: { meaning: 'The ZIP to make, which only you can read. It must not exist. - is standard output.' },
  },
  exitCodes: EXIT_CODES,
  examples: ['user export 7 ada.zip', 'user export ada@example.org - > ada.zip'],
  run: async ({ args, ...context }) => (await work()).exportOne(context, args.user, args.file),
});

const sessions = command({
  name: 'sessions',
  summary: 'Lists the sessions of an account, or ends them.',
  options: { end: { meaning: 'Ends all of them: their access tokens are void at once.' } },
  ...OF_ACCOUNT,
  examples: ['user sessions 7', 'user sessions 7 --end'],
  run: async ({ options, args, ...context }) => (await work()).sessions(context, args.user, options.end),
});

export const user: CommandGroup = {
  name: 'user',
  summary: 'Manages accounts, for operators of the service.',
  details: [
    'Settings are those of the server, from the environment. Servers may run meanwhile, and know of a change with the next request. Each change is an audit event, one line of JSON on standard error.',
  ],
  commands: [
    list,
    show,
    create,
    confirm,
    setPassword,
    setEmail,
    disable,
    enable,
    exportAccount,
    deleteAccount,
    sessions,
    grantOwner,
    revokeOwner,
  ],
};
