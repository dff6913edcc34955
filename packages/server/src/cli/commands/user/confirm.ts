import { command } from '../../declaration.ts';
import { EXIT_CODES, USER } from './parts.ts';

export const confirm = command({
  name: 'confirm',
  summary: 'Lets the e-mail of an account count as confirmed.',
  args: USER,
  json: true,
  examples: ['user confirm 7'],
  exitCodes: EXIT_CODES,
  async run({ args, env, streams }) {
    const { change } = await import('../../../accounts/accountCommands.ts');
    return change({ env, streams }, args.user, 'confirm');
  },
});
