import { command } from '../declaration.ts';

const verify = command({
  name: 'verify',
  summary:
    'Reads all of a backup, compares it with its manifest, and looks for what `algotheque doctor` finds in records. Says whether the secret of the settings has signed it.',
  args: { backup: { meaning: 'The folder or the tar of the backup.' } },
  json: true,
  examples: ['backup verify /backups/monday'],
  exitCodes: {
    0: 'the backup is whole',
    1: 'it is damaged, unfinished or no backup, and the message names what is missing, damaged or too much; or the secret of the settings has not signed it',
  },
  async run({ args, env, progress }) {
    const { runVerify } = await import('../../backup/command.ts');
    return runVerify({ path: args.backup, env }, progress);
  },
});

export const backup = command({
  name: 'backup',
  summary: 'Copies the store into a new folder or tar, as it is at one moment, while servers use it.',
  details: [
    'Settings are those of the server, from the environment. Source code that has not changed is linked from the newest backup in the same folder.',
    'After an interruption, run it again: it goes on. The secret and mails are not in a backup.',
  ],
  args: {
    target: {
      meaning:
        'The folder to make, or the file to make if the name ends with .tar. With --keep: the folder in which a folder named by the time is made.',
    },
  },
  options: {
    keep: {
      value: 'PERIODS',
      meaning:
        'Removes older backups in the folder, except the newest of each of the last days and weeks: 7d,4w. Nothing is removed if the backup fails.',
    },
  },
  json: true,
  inner: [verify],
  examples: ['backup /backups/monday', 'backup /backups/monday.tar', 'backup /backups --keep 7d,4w'],
  exitCodes: {
    0: 'the backup is made, with everything',
    1: 'it was refused, failed or was stopped, or it is made without what is damaged in the store, which is named',
  },
  async run({ args, options, env, progress }) {
    const { runBackup } = await import('../../backup/command.ts');
    return runBackup({ target: args.target, keep: options.keep, env }, progress);
  },
});

export const restore = command({
  name: 'restore',
  summary: 'Verifies a backup, copies it into an empty store, and verifies the copy.',
  details: [
    'A backup of SQLite can be restored to MongoDB, and the other way round. After an interruption, run it again: it resumes.',
    'Stores: sqlite:PATH, mongodb://…; files: file:PATH, mongodb:.',
    'The secret of the settings, from the environment or the data folder, has to have signed the backup. Without a secret access tokens are left out.',
  ],
  args: { backup: { meaning: 'The folder or the tar of the backup.' } },
  options: {
    to: { value: 'URL', required: true, meaning: 'The store to fill. It must hold nothing.' },
    'to-files': {
      value: 'URL',
      meaning: 'Where the source code shall be. Default: algos/ beside the SQLite file, or the MongoDB itself.',
    },
    unsigned: {
      meaning: 'Takes a backup too that the secret of the settings has not signed. Access tokens are left out.',
    },
  },
  json: true,
  examples: ['restore /backups/monday --to sqlite:./data/algotheque.db'],
  exitCodes: {
    0: 'the store holds the same as the backup',
    1: 'it was refused, failed or was stopped; the message has the reason',
  },
  async run({ args, options, env, progress }) {
    const { runRestore } = await import('../../backup/command.ts');
    return runRestore(args.backup, { ...options, env }, progress);
  },
});
