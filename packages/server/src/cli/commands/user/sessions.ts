import { command } from '../../declaration.ts';
import { EXIT_CODES, USER } from './parts.ts';

export const sessions = command({
  name: 'sessions',
  summary: 'Lists the sessions of an account, or ends them.',
  options: { end: { meaning: 'Ends all of them: their access tokens are void at once.' } },
  args: USER,
  json: true,
  examples: ['user sessions 7', 'user sessions 7 --end'],
  exitCodes: EXIT_CODES,
  async run({ options, args, env, streams }) {
    const { sessions: list } = await import('../../../accounts/accountCommands.ts');
    return list({ env, streams }, args.user, options.end);
  },
});
