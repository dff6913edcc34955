import { UsageError } from '../../startError.ts';
import { command } from '../declaration.ts';

const verify = command({
  name: 'verify',
  summary:
    'Reads all of a backup, compares it with its counts and digests, and looks for what `algotheque doctor` finds in records. Says whether the secret of the settings has signed it.',
  args: { backup: { meaning: 'The file of the backup; - for standard input.' } },
  json: true,
  examples: ['backup verify /backups/monday', 'backup verify -'],
  exitCodes: {
    0: 'the backup is whole',
    1: 'it is damaged, unfinished or no backup, and the message names what is missing, damaged or too much; or the secret of the settings has not signed it',
  },
  run: async ({ args, ...context }) => (await import('../../backup/command.ts')).runVerify(args.backup, context),
});

export const backup = command({
  name: 'backup',
  summary: 'Writes the store into a new file or to standard output, while servers use it.',
  details: [
    'Settings are those of the server, from the environment. The secret and the outbox are not in a backup; mails that wait for a mail server are, without their links.',
    'A backup is lines of JSON, and not compressed. An interrupted one is no backup: run the command again.',
  ],
  args: { target: { meaning: 'The file to make; - for standard output.' } },
  json: true,
  inner: [verify],
  examples: ['backup /backups/monday', 'backup -'],
  exitCodes: {
    0: 'the backup is made, with everything',
    1: 'it was refused, failed or was stopped, or it is made without what is damaged in the store, which is named',
  },
  run: async ({ args, asJson, ...context }) => {
    if (args.target === '-' && asJson) throw new UsageError('--json has no place beside a backup on standard output');
    return (await import('../../backup/command.ts')).runBackup(args.target, context);
  },
});

const ANEW = {
  meaning: 'Removes what an interrupted run has left in the target, and begins anew. It removes nothing else.',
} as const;

export const restore = command({
  name: 'restore',
  summary: 'Verifies a backup, copies it into an empty store, and verifies the copy.',
  details: [
    'A backup of SQLite can be restored to MongoDB, and the other way round. No server starts on a target that is not complete.',
    'Stores: sqlite:PATH, mongodb://…; files: file:PATH, mongodb:.',
    'The secret of the settings, from the environment or the data folder, has to have signed the backup. Without a secret access tokens are left out.',
    'Accounts that were deleted after the backup are there again, unless --deleted names them.',
  ],
  args: { backup: { meaning: 'The file of the backup; - for standard input.' } },
  options: {
    to: { value: 'URL', required: true, meaning: 'The store to fill. It must hold nothing.' },
    'to-files': {
      value: 'URL',
      meaning: 'Where the source code is to be. Default: algos/ beside the SQLite file, or the MongoDB itself.',
    },
    unsigned: {
      meaning: 'Takes a backup too that the secret of the settings has not signed. Access tokens are left out.',
    },
    deleted: {
      value: 'FILE',
      meaning:
        'Deletes these accounts again, at the next start of a server: a line for each, with its id, or the line user.deleted of a log.',
    },
    'begin-anew': ANEW,
  },
  json: true,
  examples: [
    'restore /backups/monday --to sqlite:./data/algotheque.db',
    'restore /backups/monday --to sqlite:./data/algotheque.db --deleted deleted.log',
  ],
  exitCodes: {
    0: 'the store holds the same as the backup',
    1: 'it was refused, failed or was stopped; the message has the reason',
  },
  run: async ({ args, options, ...context }) =>
    (await import('../../backup/command.ts')).runRestore(args.backup, options, context),
});

export const migrate = command({
  name: 'migrate',
  summary: 'Copies everything from one store into another, empty store, and verifies the copy.',
  details: [
    'No server may run on either store, and none starts on a target that is not complete. SIGINT and SIGTERM stop it in order.',
    'Stores: sqlite:PATH, mongodb://…; files: file:PATH, mongodb:.',
  ],
  options: {
    from: { value: 'URL', required: true, meaning: 'The store to copy. It must exist.' },
    to: { value: 'URL', required: true, meaning: 'The store to fill. It must hold nothing.' },
    'from-files': {
      value: 'URL',
      meaning: 'Where the source code of --from is. Default: algos/ beside the SQLite file, or the MongoDB itself.',
    },
    'to-files': { value: 'URL', meaning: 'Where the source code of --to is to be. Default: as for --from-files.' },
    'begin-anew': ANEW,
  },
  json: true,
  examples: ['migrate --from sqlite:./data/algotheque.db --to mongodb://localhost:27017/algotheque'],
  exitCodes: {
    0: 'both sides hold the same data',
    1: 'it was refused, failed or was stopped; the message has the reason',
  },
  run: async ({ options, env, progress }) =>
    (await import('../../migrate/migrate.ts')).migrateStores(options, { env, progress }),
});

export const beginAnew = command({
  name: 'begin-anew',
  summary:
    'Moves the files of algorithms to lost+found/ if a start is refused because database and files do not belong together.',
  details: [
    'It deletes nothing. If the two belong together, it moves nothing. If there is no store where the settings say, it makes none.',
    'Settings are those of the server, from the environment.',
  ],
  json: true,
  examples: ['begin-anew'],
  exitCodes: {
    0: 'the files are in lost+found/, or there was nothing to move',
    1: 'it was refused, there is no store, or it failed; the message has the reason',
  },
  run: async ({ env, progress }) =>
    (await import('../../start/beginAnew.ts')).moveContentAway(env, (line) => progress.note(line)),
});

export const doctor = command({
  name: 'doctor',
  summary: 'Looks through the whole store of the settings, and says what is wrong and what that means.',
  details: [
    'It only reads, also while a server runs. With --repair it mends what can be mended without losing content; no server may run then. SIGINT and SIGTERM stop it in order.',
    'docs/operations.md lists what it can find, and the form of --json. Settings are those of the server, from the environment.',
  ],
  options: {
    repair: { meaning: 'Mends what can be mended. What has no record goes to lost+found/; nothing is removed.' },
  },
  json: true,
  examples: ['doctor', 'doctor --repair'],
  exitCodes: {
    0: 'nothing is wrong',
    1: 'something was found, also if --repair has mended all of it',
    2: 'the store could not be looked at, or the command line is wrong; the message has the reason',
  },
  run: async ({ options, env, progress }) =>
    (await import('../../doctor/command.ts')).runDoctor(options, env, progress),
});
