import { expect, it } from 'vitest';
import { startReadme } from '../../../test/support/runReadme.ts';
import { smtpServer } from './smtpServers.ts';

const PACKAGE = new URL('..', import.meta.url);

it('has code that delivers a mail', async () => {
  const { promise: delivered, resolve } = Promise.withResolvers<string[]>();
  const server = await smtpServer({
    onAuth: ({ username }, _, done) => done(null, { user: username }),
    onData: (stream, { envelope }, done) => {
      resolve(envelope.rcptTo.map(({ address }) => address));
      stream.resume().on('end', () => done());
    },
  });
  const ended = startReadme(PACKAGE, {
    'mail.example.org:587': `127.0.0.1:${server.port}`,
    'await worker.stop();': "process.stdin.resume().on('end', () => worker.stop());", // it runs until its input ends
  });
  expect(await Promise.race([delivered, ended])).toEqual(['ada@example.org']);
  ended.child.stdin?.end();
  expect(await ended).toMatchObject({ stderr: '' });
});

it('has a mailer of its own that says what the service says', async () => {
  const { stdout, stderr } = await startReadme(PACKAGE, {}, 1);
  expect(stderr).toBe('');
  const [sent, decoy, ...others] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(others).toEqual([]);
  const link = 'https://algo.example.org/api/users/confirm/made-by-MailTokens';
  expect(sent).toEqual({
    mail: {
      from: { name: '', address: 'algotheque@example.org' },
      to: { name: 'Ada', address: 'ada@example.org' },
      subject: expect.stringContaining('adresse'),
      text: expect.stringContaining(link),
      html: expect.stringContaining(`href="${link}"`),
      headers: { 'Auto-Submitted': 'auto-generated' },
      link,
    },
  });
  expect(Object.keys(decoy)).toEqual(['decoy']);
});
