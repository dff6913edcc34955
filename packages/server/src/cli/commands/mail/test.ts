import { command } from '../../declaration.ts';

export const test = command({
  name: 'test',
  summary: 'Sends one mail at once, and says what the mail server answered, and whether TLS and a login were used.',
  details: ['The mail does not go through the spool. A running server is not needed.'],
  args: { address: { meaning: 'The e-mail address that gets the mail.' } },
  json: true,
  examples: ['mail test ada@example.org'],
  exitCodes: {
    0: 'the mail server took the mail',
    1: 'it did not, or there is no mail server; the message has the reason',
    2: 'the command line is wrong, or the address is none',
  },
  async run({ args, env }) {
    const { testMail } = await import('../../../mails/testMail.ts');
    return testMail(args.address, env);
  },
});
