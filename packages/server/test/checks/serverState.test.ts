import { createAdministration } from '@algotheque/domain';
import { logIn, register } from '@algotheque/testing/worlds';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratchFolder.ts';
import { build } from '../../src/build.ts';
import { openLocal } from '../../src/index.ts';

const SECRET = 'correct horse';

/** What an owner of the service is told of a server with these settings. */
async function healthOf(settings: NonNullable<Parameters<typeof openLocal>[0]['settings']> = {}) {
  const dataDir = scratchFolder();
  const { service, ports, close } = await openLocal({ dataDir, settings });
  const { id } = await register({ service }, 'ada');
  const machine = createAdministration(ports);
  await machine.confirmAccount(id);
  await machine.grantServiceRight({ id, right: 'look' });
  const health = await service.adminHealth((await logIn({ service }, 'ada')).caller);
  await close();
  return { health, dataDir };
}

it('a server says its version, its stores, its disk and what is kept for a full one', async () => {
  const { health, dataDir } = await healthOf();
  expect(health).toEqual({
    failing: [],
    mails: { waiting: 0, givenUp: 0, isLeast: false, oldest: null },
    server: {
      version: build(),
      kinds: { records: 'SQLite', content: 'files', mails: 'files' },
      disks: [
        { holds: ['records', 'content', 'mails'], freeBytes: expect.any(Number), reserveBytes: 8 * 1_024 * 1_024 },
      ],
      mailTries: { taken: null, refused: null },
      contents: null,
      database: null,
    },
  });
  expect(JSON.stringify(health)).not.toContain(dataDir);
});

it('a server says nothing of the address of its mail server, and how far it has verified contents', async () => {
  const { health } = await healthOf({
    ALGOTHEQUE_MAIL_URL: `smtp://robot:${encodeURIComponent(SECRET)}@127.0.0.1:9`,
    ALGOTHEQUE_URL: 'https://algo.example.org',
    ALGOTHEQUE_MAIL_FROM: 'robot@example.org',
    ALGOTHEQUE_SCRUB: '30d',
  });
  expect(health.server).toMatchObject({ kinds: { mails: 'SMTP' }, contents: { damaged: 0 } });
  expect(JSON.stringify(health)).not.toMatch(/robot|horse|example|127\.0\.0/);
});
