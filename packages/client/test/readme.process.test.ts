import { join } from 'node:path';
import { startServer } from '@algotheque/testing/server';
import { expect, it } from 'vitest';
import { runReadme } from '../../../test/support/runReadme.ts';
import { scratchFolder } from '../../../test/support/scratchFolder.ts';

it('the session of the README runs to its end', async () => {
  const dataDir = scratchFolder();
  const server = await startServer({ ALGOTHEQUE_DATA_DIR: dataDir });
  try {
    const printed = await runReadme(new URL('..', import.meta.url), {
      "'http://127.0.0.1:3000'": JSON.stringify(server.url),
      "'./data/outbox'": JSON.stringify(join(dataDir, 'outbox')),
    });
    expect(printed.split('\n')).toEqual([
      'Euclid "1"',
      '1 Euclid Owner',
      'Seul le propriétaire peut supprimer un algorithme.',
      'null',
      '',
    ]);
  } finally {
    await server.stop();
  }
});
