import { command } from '../../declaration.ts';
import { EXIT_CODES, USER } from './parts.ts';

export const disable = command({
  name: 'disable',
  summary: 'Refuses every login to an account from now on, and ends its sessions at once, on every server.',
  args: USER,
  json: true,
  examples: ['user disable 7'],
  exitCodes: EXIT_CODES,
  async run({ args, env, streams }) {
    const { change } = await import('../../../accounts/accountCommands.ts');
    return change({ env, streams }, args.user, 'disable');
  },
});
