import { command } from '../../declaration.ts';
import { EXIT_CODES, MAIL } from './parts.ts';

export const retry = command({
  name: 'retry',
  summary: 'Lets a mail be sent again: one that was given up waits again, and one that waits becomes due.',
  details: [
    'A mail that was given up gets a name with the current date, and as much time as a new mail. A running server sends it within a minute; while its mail server cannot be reached, within five.',
  ],
  args: MAIL,
  json: true,
  examples: ['mail retry 20261121T122845123Z-9f86d081884c7d65'],
  exitCodes: EXIT_CODES,
  async run({ args, env }) {
    const { retry } = await import('../../../mails/spoolCommands.ts');
    return retry(args.name, env);
  },
});
