import { command } from '../../declaration.ts';
import { EXIT_CODES } from './parts.ts';

export const list = command({
  name: 'list',
  summary: 'Lists the mails that wait, are being sent, or were given up, with the last answer of the mail server.',
  details: ['A mail that is sent while the list is made may be left out. In JSON, dates are milliseconds since 1970.'],
  json: true,
  examples: ['mail list', 'mail list --json'],
  exitCodes: EXIT_CODES,
  async run({ env }) {
    const { list } = await import('../../../mails/spoolCommands.ts');
    return list(env);
  },
});
