import { command } from '../../declaration.ts';
import { EXIT_CODES, MAIL } from './parts.ts';

export const drop = command({
  name: 'drop',
  summary: 'Removes a mail that waits or was given up; with --all-failed all that were given up.',
  args: { name: { ...MAIL.name, optional: true } },
  options: { 'all-failed': { meaning: 'Removes all mails that were given up. It is used in place of a name.' } },
  json: true,
  examples: ['mail drop 20261121T122845123Z-9f86d081884c7d65', 'mail drop --all-failed'],
  exitCodes: EXIT_CODES,
  async run({ args, options, env }) {
    const { drop, dropAllFailed } = await import('../../../mails/spoolCommands.ts');
    const { UsageError } = await import('../../../startError.ts');
    const isAll = options['all-failed'];
    if (args.name === undefined ? !isAll : isAll)
      throw new UsageError('mail drop takes either NAME or --all-failed. `algotheque mail drop --help` says more.');
    return args.name === undefined ? dropAllFailed(env) : drop(args.name, env);
  },
});
