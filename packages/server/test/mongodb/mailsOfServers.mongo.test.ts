import { newPerson } from '@algotheque/testing/httpClient';
import { smtpError, smtpServer } from '@algotheque/testing/mail';
import { describeMongo } from '@algotheque/testing/mongo';
import { expect, it, vi } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { runIn } from '../cli/runIn.ts';
import { startServer } from '../support/serverProcess.ts';

describeMongo('the mails of several servers', ({ server }) => {
  it('are in the database: commands work from any machine, and another server sends them', async () => {
    const deferring = await smtpServer({ onRcptTo: (_address, _session, done) => done(smtpError(451, 'later')) });
    const taking = await smtpServer();
    const env = async ({ port }: { readonly port: number }) => ({
      ALGOTHEQUE_DATA_DIR: scratchFolder(), // each has its own
      ALGOTHEQUE_STORE_URL: server().url('mails'),
      ALGOTHEQUE_FILES_URL: 'mongodb:',
      ALGOTHEQUE_SECRET: 'the same secret of all servers, 32 bytes',
      ALGOTHEQUE_MAIL_URL: `smtp://127.0.0.1:${port}`,
      ALGOTHEQUE_LOCAL_LINKS: 'on',
    });
    const first = await startServer(await env(deferring));
    await newPerson(first.url, { email: 'ada@example.org' });
    const elsewhere = await env(taking);
    const listed = async (): Promise<Record<string, unknown>[]> =>
      JSON.parse((await runIn(['mail', 'list', '--json'], { env: elsewhere })).stdout).mails;
    await vi.waitUntil(async () => (await listed())[0]?.['tries'] === 1, { timeout: 20_000 });
    const [mail = {}] = await listed();
    expect(mail).toMatchObject({
      to: 'ada@example.org',
      kind: 'confirm',
      place: 'waiting',
      answer: expect.stringContaining('451'),
    });
    await first.stop('SIGKILL');
    expect(await runIn(['mail', 'retry', String(mail['name'])], { env: elsewhere })).toMatchObject({ code: 0 });
    const second = await startServer(await env(taking));
    await vi.waitUntil(() => taking.received.length === 1, { timeout: 20_000 });
    expect(taking.received[0]?.to).toEqual(['ada@example.org']);
    await vi.waitUntil(async () => (await listed()).length === 0, { timeout: 20_000 });
    await second.stop();
  });
});
