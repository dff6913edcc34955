import { chmodSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { send } from '@algotheque/testing/httpClient';
import { expect, it, vi } from 'vitest';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';
import { startServer } from './support/serverProcess.ts';

const BREAKS: Readonly<Record<string, { store: string; reason: string; spoil(dir: string): void }>> = {
  'the database is marked as read-only': {
    store: 'records',
    reason: 'read-only',
    spoil: (dir) => chmodSync(join(dir, 'algotheque.db'), 0o400),
  },
  'staging/ is a link': {
    store: 'content',
    reason: 'This is not a folder',
    spoil(dir) {
      renameSync(join(dir, 'algos/staging'), join(dir, 'elsewhere'));
      symlinkSync(join(dir, 'elsewhere'), join(dir, 'algos/staging'));
    },
  },
  'the outbox is closed': {
    store: 'mails',
    reason: 'closed to its owner',
    spoil: (dir) => chmodSync(join(dir, 'outbox'), 0o500),
  },
};

it.each(Object.entries(BREAKS))('/readyz names the store when %s, and the log the reason', async (_what, broken) => {
  const dir = scratchFolder();
  const server = await startServer({ ALGOTHEQUE_DATA_DIR: dir });
  expect((await send(server.url, 'GET /readyz')).status).toBe(200);
  broken.spoil(dir);
  const { status, data, message } = await send(server.url, 'GET /readyz');
  expect([status, message, data]).toEqual([503, 'General.Unavailable', { stores: [broken.store] }]);
  expect((await send(server.url, 'GET /healthz')).status).toBe(200);
  await vi.waitUntil(() => server.output().stdout.includes(broken.reason));
  chmodSync(join(dir, 'outbox'), 0o700);
  await server.stop();
});
