import { command } from '../../declaration.ts';
import { EXIT_CODES } from './parts.ts';

export const list = command({
  name: 'list',
  summary: 'Lists the accounts by ascending id.',
  options: {
    after: { value: 'ID', meaning: 'Only accounts with a greater id.' },
    limit: { value: 'NUMBER', meaning: 'How many, 1 to 1000. Default: 100.' },
  },
  json: true,
  examples: ['user list', 'user list --after 100 --limit 1000 --json'],
  exitCodes: EXIT_CODES,
  async run({ options, env, streams }) {
    const { listAll } = await import('../../../accounts/accountCommands.ts');
    return listAll({ env, streams }, options);
  },
});
