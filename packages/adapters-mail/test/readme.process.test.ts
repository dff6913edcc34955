import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { scratchFolder } from './scratch.ts';
import { smtpServer } from './smtpServers.ts';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));

/** Runs the TypeScript in the README in a new Node process, as a file of this package. */
function runReadme(replaced: Readonly<Record<string, string>>) {
  const text = readFileSync(`${PACKAGE}/README.md`, 'utf8');
  let [, code = ''] = /```ts\n(.*?)```/s.exec(text) ?? [];
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
  const ended = runReadme({
    './data': await scratchFolder(),
    'mail.example.org:587': `127.0.0.1:${server.port}`,
    'await worker.stop();': "process.stdin.resume().on('end', () => worker.stop());", // it runs until its input ends
  });
  expect(await Promise.race([delivered, ended])).toEqual(['ada@example.org']);
  ended.child.stdin?.end();
  expect(await ended).toMatchObject({ stderr: '' });
});
