import { command } from '../../declaration.ts';
import { EXIT_CODES, USER } from './parts.ts';

export const enable = command({
  name: 'enable',
  summary: 'Allows logins to a disabled account again.',
  args: USER,
  json: true,
  examples: ['user enable 7'],
  exitCodes: EXIT_CODES,
  async run({ args, env, streams }) {
    const { change } = await import('../../../accounts/accountCommands.ts');
    return change({ env, streams }, args.user, 'enable');
  },
});
