import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { smtpServer } from './smtpServers.ts';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));

/** Runs one of the programs in TypeScript in the README in a new Node process, as a file of this package. */
function runReadme(which: 0 | 1, replaced: Readonly<Record<string, string>> = {}) {
  const text = readFileSync(`${PACKAGE}/README.md`, 'utf8');
  let code = [...text.matchAll(/```ts\n(.*?)```/gs)][which]?.[1] ?? '';
  for (const [shown, real] of Object.entries(replaced)) {
    if (!code.includes(shown)) throw new Error(`The README does not show ${shown}`);
    code = code.replaceAll(shown, real);
  }
  const argv = ['--conditions=@algotheque/source', '--input-type=module-typescript', '--eval', code];
  return promisify(execFile)(process.execPath, argv, { cwd: PACKAGE });
}

it('has code that delivers a mail', async () => {
  const { promise: delivered, resolve } = Promise.withResolvers<string[]>();
  const server = await smtpServer({
    onAuth: ({ username }, _, done) => done(null, { user: username }),
    onData: (stream, { envelope }, done) => {
      resolve(envelope.rcptTo.map(({ address }) => address));
      stream.resume().on('end', () => done());
    },
  });
  const ended = runReadme(0, {
    'mail.example.org:587': `127.0.0.1:${server.port}`,
    'await worker.stop();': "process.stdin.resume().on('end', () => worker.stop());", // it runs until its input ends
  });
  expect(await Promise.race([delivered, ended])).toEqual(['ada@example.org']);
  ended.child.stdin?.end();
  expect(await ended).toMatchObject({ stderr: '' });
});

it('has a mailer of its own that says what the service says', async () => {
  const { stdout, stderr } = await runReadme(1);
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
