import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { HttpFixture } from '@algotheque/testing/httpSuite';
import { makeScratch } from '../../../../test/support/scratchFolder.ts';
import { outboxReader } from './outbox.ts';
import { startServer } from './serverProcess.ts';

/** Its pages lead nowhere then, whether the console is built or not. */
const CONSOLE_OFF = { ALGOTHEQUE_PAGES: 'mails' };

/** A server process for the suite of HTTP tests, on a new folder, without limits. */
export async function httpFixture(env: Readonly<Record<string, string>> = {}): Promise<HttpFixture> {
  const scratch = makeScratch();
  const server = await startServer({
    ALGOTHEQUE_DATA_DIR: scratch,
    ALGOTHEQUE_RATE_LIMITS: 'off',
    ...CONSOLE_OFF,
    ...env,
  });
  return {
    url: server.url,
    mails: outboxReader(join(scratch, 'outbox')),
    async close() {
      await server.stop();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}
