import { command } from '../declaration.ts';

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
  async run({ options, env, progress }) {
    const { doctor: look } = await import('../../doctor/command.ts');
    return look(options, env, progress);
  },
});
