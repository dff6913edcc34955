import { silentServer, smtpServer } from '@algotheque/testing/mail';
import { expect, it, vi } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { startServer } from './support/serverProcess.ts';

it('a server that was killed while it sent mails loses none: the next start sends them at once', async () => {
  const silent = await silentServer();
  const taking = await smtpServer();
  const env = { ALGOTHEQUE_DATA_DIR: scratchFolder(), ALGOTHEQUE_LOCAL_LINKS: 'on' };
  const first = await startServer({ ...env, ALGOTHEQUE_MAIL_URL: `smtp://127.0.0.1:${silent.port}` });
  const addresses = ['ada@example.org', 'bob@example.org', 'cem@example.org'];
  for (const email of addresses) {
    const body = JSON.stringify({ email, password: 'analytical engine', pseudo: 'Somebody' });
    const headers = { 'Content-Type': 'application/json' };
    const { status } = await fetch(`${first.url}/api/users/register`, { method: 'POST', headers, body });
    expect(status).toBe(201);
  }
  await silent.reached;
  await first.stop('SIGKILL');
  const second = await startServer({ ...env, ALGOTHEQUE_MAIL_URL: `smtp://127.0.0.1:${taking.port}` });
  // A mail that others could have taken would wait for a minute.
  await vi.waitUntil(() => taking.received.length === 3, { timeout: 20_000 });
  expect(taking.received.map(({ to }) => to[0]).sort()).toEqual(addresses);
  await second.stop();
});
