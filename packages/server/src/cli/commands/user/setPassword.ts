import { command } from '../../declaration.ts';
import { EXIT_CODES, PASSWORD_FILE, USER } from './parts.ts';

export const setPassword = command({
  name: 'set-password',
  summary: 'Sets a new password of an account, and ends all its sessions.',
  details: [
    'A server tells the user by mail, within two minutes or at its next start. A disabled account stays disabled.',
  ],
  options: PASSWORD_FILE,
  args: USER,
  json: true,
  examples: ['user set-password 7', 'user set-password ada@example.org --password-file new.txt'],
  exitCodes: EXIT_CODES,
  async run({ options, args, env, streams }) {
    const { setPassword: set } = await import('../../../accounts/accountCommands.ts');
    return set({ env, streams }, args.user, options['password-file']);
  },
});
