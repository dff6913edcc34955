import { type CommandGroup, command } from '../declaration.ts';

const list = command({
  name: 'list',
  summary: 'Lists events of accounts, the newest first: who did what, when, and from which network.',
  details: [
    'A time is a day (2026-11-27, in UTC) or a moment (2026-11-27T09:30:00Z). With --json each event is one line (JSON Lines), and its `date` is in milliseconds since 1970.',
    'When more events follow, a line on standard error has the --after of the next page.',
  ],
  options: {
    account: { value: 'ID', meaning: 'Only events of this account: it acted, or something was done to it.' },
    kind: { value: 'KIND', meaning: 'Only events of this kind, such as login.failed.' },
    since: { value: 'TIME', meaning: 'Only events from this time on.' },
    before: { value: 'TIME', meaning: 'Only events before this time.' },
    after: { value: 'EVENT', meaning: 'Only events that come after this one, whose id is given: older ones.' },
    limit: { value: 'NUMBER', meaning: 'How many, 1 to 100000. Default: 1000.' },
  },
  json: true,
  examples: ['event list --account 7', 'event list --kind login.failed --since 2026-11-01 --limit 100000 --json'],
  exitCodes: {
    0: 'they were listed, or there are none',
    1: 'they could not be read; the message has the reason',
    2: 'the command line is wrong, or a kind, time or number is not valid',
  },
  run: async ({ options, ...context }) => (await import('../../accounts/eventCommands.ts')).list(context, options),
});

export const event: CommandGroup = {
  name: 'event',
  summary: 'Reads the events of accounts.',
  details: ['Settings are those of the server, from the environment. Servers may run meanwhile.'],
  commands: [list],
};
