import { command } from '../../declaration.ts';
import { EXIT_CODES, USER } from './parts.ts';

export const deleteAccount = command({
  name: 'delete',
  summary: 'Deletes an account and everything in it.',
  options: { yes: { meaning: 'Says that you are sure. Without it nothing is deleted.' } },
  args: USER,
  json: true,
  examples: ['user delete 7 --yes'],
  exitCodes: EXIT_CODES,
  async run({ options, args, env, streams }) {
    const { remove } = await import('../../../accounts/accountCommands.ts');
    return remove({ env, streams }, args.user, options.yes);
  },
});
