import { command } from '../../declaration.ts';
import { EXIT_CODES, USER } from './parts.ts';

export const show = command({
  name: 'show',
  summary: 'Shows one account.',
  args: USER,
  json: true,
  examples: ['user show 7', 'user show ada@example.org --json'],
  exitCodes: EXIT_CODES,
  async run({ args, env, streams }) {
    const { show } = await import('../../../accounts/accountCommands.ts');
    return show({ env, streams }, args.user);
  },
});
