import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { waitingMails } from '../src/index.ts';
import { mailsIn, NOW } from './scratch.ts';
import { scratchDrain } from './scratchDrain.ts';
import { smtpError, smtpServer } from './smtpServers.ts';

describe('the mails that wait', () => {
  it('are counted with the date of the oldest, also one that is being sent; other files are not', async () => {
    const { dir, spoolFor } = await scratchDrain();
    expect(await waitingMails(dir)).toEqual({ count: 0, oldest: null });
    await spoolFor('ada@example.org', 'bob@example.org', 'cem@example.org');
    const [first = ''] = await mailsIn(dir);
    await mkdir(join(dir, 'sending'));
    await rename(join(dir, first), join(dir, 'sending', first));
    await writeFile(join(dir, 'notes.txt'), '');
    await writeFile(join(dir, 'by hand.eml'), '');
    expect(await waitingMails(dir)).toEqual({ count: 4, oldest: NOW });
    await rm(join(dir, 'sending', first));
    expect(await waitingMails(dir)).toEqual({ count: 3, oldest: NOW + 1 });
  });

  it('cannot be counted if the folder cannot be read', async () => {
    const { dir } = await scratchDrain();
    await expect(waitingMails(join(dir, 'none'))).rejects.toThrow('ENOENT');
  });
});

it('the end of every try is reported: sent, deferred, or failed for good', async () => {
  const answers = new Map([
    ['ada@example.org', [null]],
    ['bob@example.org', [smtpError(451, 'later'), null]],
    ['cem@example.org', [smtpError(550, 'never')]],
  ]);
  const server = await smtpServer({ onRcptTo: ({ address }, _, done) => done(answers.get(address)?.shift()) });
  const { open, spoolFor, clock, deliveries, dir } = await scratchDrain();
  await spoolFor('ada@example.org', 'bob@example.org', 'cem@example.org');
  await writeFile(join(dir, 'by hand.eml'), '');
  const drain = open(`smtp://127.0.0.1:${server.port}`);
  await drain.runOnce();
  expect([...deliveries].sort()).toEqual(['deferred', 'failed', 'failed', 'sent']);
  clock.advance(60_000);
  await drain.runOnce();
  expect(deliveries.slice(4)).toEqual(['sent']);
});
