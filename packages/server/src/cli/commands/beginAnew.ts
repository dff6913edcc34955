import { command } from '../declaration.ts';

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
  async run({ env, progress }) {
    const { beginAnew: begin } = await import('../../beginAnew.ts');
    return begin(env, (line) => progress.note(line));
  },
});
