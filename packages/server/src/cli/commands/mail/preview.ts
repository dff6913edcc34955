import { command } from '../../declaration.ts';

export const preview = command({
  name: 'preview',
  summary: 'Writes every mail in every language to a folder, as .eml and .html, as the settings have it.',
  details: [
    'The folder is made if absent. Files of an earlier preview are replaced; a file with such a name that this command did not write is not. The links do not work.',
  ],
  args: { folder: { meaning: 'The folder for the files.' } },
  json: true,
  examples: ['mail preview ./mails'],
  exitCodes: {
    0: 'the mails were written',
    1: 'the settings or templates are wrong, a file is not of this command, or the folder cannot be written; the message has the reason',
  },
  async run({ args, env }) {
    const { preview } = await import('../../../mails/previewMails.ts');
    return preview(args.folder, env);
  },
});
