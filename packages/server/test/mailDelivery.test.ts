import { smtpServer } from '@algotheque/testing/mail';
import { expect, it, onTestFinished } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { openLocal } from '../src/index.ts';

it('mails by SMTP are sent soon after a request has asked for them; decoys are not', async () => {
  const taken = Promise.withResolvers<readonly string[]>();
  const server = await smtpServer({
    onData: (stream, { envelope }, done) =>
      stream.resume().on('end', () => {
        done();
        taken.resolve(envelope.rcptTo.map(({ address }) => address));
      }),
  });
  const settings = { ALGOTHEQUE_MAIL_URL: `smtp://127.0.0.1:${server.port}`, ALGOTHEQUE_LOCAL_LINKS: 'on' };
  const { service, close } = await openLocal({ dataDir: scratchFolder(), settings, onProblem: taken.reject });
  onTestFinished(close);
  await service.recoverPassword({ email: 'nobody@example.org' });
  await service.registerUser({ email: 'ada@example.org', password: 'analytical engine', pseudo: 'Ada' });
  expect(await taken.promise).toEqual(['ada@example.org']);
  expect(server.connections()).toBe(1);
});
