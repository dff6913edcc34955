import { command } from '../declaration.ts';

export const migrate = command({
  name: 'migrate',
  summary: 'Copies everything from one store into another, empty store, and verifies the copy.',
  details: [
    'After an interruption, run it again: it resumes. No server may run on either store. SIGINT and SIGTERM stop it in order.',
    'Stores: sqlite:PATH, mongodb://…; files: file:PATH, mongodb:.',
  ],
  options: {
    from: { value: 'URL', required: true, meaning: 'The store to copy. It must exist.' },
    to: { value: 'URL', required: true, meaning: 'The store to fill. It must hold nothing.' },
    'from-files': {
      value: 'URL',
      meaning: 'Where the source code of --from is. Default: algos/ beside the SQLite file, or the MongoDB itself.',
    },
    'to-files': { value: 'URL', meaning: 'Where the source code of --to shall be. Default: as for --from-files.' },
  },
  json: true,
  examples: ['migrate --from sqlite:./data/algotheque.db --to mongodb://localhost:27017/algotheque'],
  exitCodes: {
    0: 'both sides hold the same data',
    1: 'it was refused, failed or was stopped; the message has the reason',
  },
  async run({ options, progress }) {
    const { migrate: start } = await import('../../migrate/command.ts');
    return start(options, progress);
  },
});
