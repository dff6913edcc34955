import { command } from '../declaration.ts';

export const serve = command({
  name: 'serve',
  summary: 'Serves HTTP until SIGTERM or SIGINT.',
  details: ['Settings are environment variables, such as PORT=4000. `algotheque --help` lists them.'],
  examples: ['serve'],
  exitCodes: {
    0: 'it was stopped by a signal',
    1: 'the start was refused, or the database cannot be opened again after an error of the disk',
  },
  async run({ env }) {
    const { serve: start } = await import('../../serve.ts');
    await start(env);
    return undefined;
  },
});
