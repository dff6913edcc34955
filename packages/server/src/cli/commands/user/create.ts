import { command } from '../../declaration.ts';
import { EXIT_CODES, PASSWORD_FILE } from './parts.ts';

export const create = command({
  name: 'create',
  summary: 'Registers an account.',
  details: [
    'A server sends the confirmation mail, within two minutes or at its next start. In a data folder without a store one is made.',
  ],
  options: {
    email: { value: 'EMAIL', required: true, meaning: 'The e-mail, exactly as it is typed at logins.' },
    pseudo: { value: 'PSEUDO', required: true, meaning: 'The name that others see.' },
    confirmed: { meaning: 'The e-mail counts as confirmed, and no confirmation mail is sent.' },
    ...PASSWORD_FILE,
  },
  json: true,
  examples: [
    'user create --email ada@example.org --pseudo Ada',
    'user create --email ada@example.org --pseudo Ada --confirmed --password-file -',
  ],
  exitCodes: EXIT_CODES,
  async run({ options, env, streams }) {
    const { create } = await import('../../../accounts/accountCommands.ts');
    return create({ env, streams }, options);
  },
});
