import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileNameOf, newName } from '../src/spoolName.ts';
import { readStoredMail } from '../src/storedMail.ts';
import { NOW } from './scratch.ts';
import { scratchDrain } from './scratchDrain.ts';
import { smtpError, smtpServer } from './smtpServers.ts';

const EMPTY = { waiting: [], sending: [], failed: [] };

describe('a mail that a dead process was sending', () => {
  it('is sent unchanged', async () => {
    const server = await smtpServer();
    const { open, spoolFor, places, dir, spooled } = await scratchDrain();
    await spoolFor('ada@example.org');
    const { message } = readStoredMail(await readFile(spooled[0]?.file ?? ''));
    const [name = ''] = (await places()).waiting;
    await mkdir(join(dir, 'sending'));
    await rename(join(dir, name), join(dir, 'sending', name));
    await open(`smtp://127.0.0.1:${server.port}`).runOnce();
    expect(server.received.map(({ raw }) => raw)).toEqual([message.toString()]);
    expect(await places()).toEqual(EMPTY);
  });

  it('keeps its tries', async () => {
    const server = await smtpServer({ onRcptTo: (_, __, done) => done(smtpError(451, 'later')) });
    const { open, spoolFor, places, dir, clock } = await scratchDrain();
    await spoolFor('ada@example.org');
    await open(`smtp://127.0.0.1:${server.port}`).runOnce();
    const [name = ''] = (await places()).waiting;
    await rename(join(dir, name), join(dir, 'sending', name));
    clock.advance(45_000);
    await open(`smtp://127.0.0.1:${server.port}`).runOnce();
    expect((await places()).waiting).toEqual([expect.stringContaining('.try2-')]);
  });
});

describe('a file that is not a mail of the spool', () => {
  const spooledName = () => fileNameOf(newName(NOW));

  it.each<[string, (dir: string) => Promise<unknown>, string]>([
    ['empty', (dir) => writeFile(join(dir, spooledName()), ''), 'The file is empty'],
    ['made by hand', (dir) => writeFile(join(dir, 'hello.eml'), 'To: ada@example.org\r\n\r\nhello'), 'Its name'],
    [
      'text',
      (dir) => writeFile(join(dir, spooledName()), 'To: ada@example.org\n\nhello\n'),
      'It does not begin with an envelope',
    ],
    ['far too large', (dir) => writeFile(join(dir, spooledName()), Buffer.alloc(1_048_577, 'x')), 'It is larger'],
    ['a link to elsewhere', (dir) => symlink('/etc/passwd', join(dir, spooledName())), 'It is not a file'],
    ['a link to nothing', (dir) => symlink('/nothing', join(dir, spooledName())), 'It is not a file'],
    ['a folder', (dir) => mkdir(join(dir, spooledName())), 'It is not a file'],
    ['a pipe', async (dir) => execFileSync('mkfifo', [join(dir, spooledName())]), 'It is not a file'],
  ])('because it is %s is moved to failed/ with the reason, and the mails are sent', async (_, make, why) => {
    const server = await smtpServer();
    const { open, spoolFor, places, dir, reason, problems } = await scratchDrain();
    await make(dir);
    await spoolFor('ada@example.org');
    await open(`smtp://127.0.0.1:${server.port}`).runOnce();
    expect(server.received).toHaveLength(1);
    expect(await places()).toMatchObject({ waiting: [], sending: [] });
    expect((await places()).failed).toHaveLength(2);
    expect(await reason()).toContain(`not a mail of this spool\n${why}`);
    expect(problems).toEqual([expect.stringContaining(why)]);
  });

  it('because it was cut off is moved to failed/, and nothing of it is sent', async () => {
    const server = await smtpServer();
    const { open, spoolFor, places, spooled, reason } = await scratchDrain();
    await spoolFor('ada@example.org', 'bob@example.org');
    await truncate(spooled[0]?.file ?? '', 1_000);
    await open(`smtp://127.0.0.1:${server.port}`).runOnce();
    expect(server.received.map(({ to }) => to[0])).toEqual(['bob@example.org']);
    expect(await reason()).toContain('The message is not of the length');
    expect((await places()).failed).toHaveLength(2);
  });

  it('is not touched when its name is not the name of a mail', async () => {
    const server = await smtpServer();
    const { open, dir, places } = await scratchDrain();
    await writeFile(join(dir, 'README'), 'notes');
    await open(`smtp://127.0.0.1:${server.port}`).runOnce();
    expect(await readdir(dir)).toContain('README');
    expect(await places()).toEqual(EMPTY);
  });
});

describe('a next try that a wrong clock set', () => {
  it('counts as past when it is further away than any delay', async () => {
    const server = await smtpServer();
    const { open, spoolFor, places, dir } = await scratchDrain();
    await spoolFor('ada@example.org');
    const [name = ''] = (await places()).waiting;
    await rename(join(dir, name), join(dir, name.replace('.eml', '.try1-20991231T000000000Z.eml')));
    await open(`smtp://127.0.0.1:${server.port}`).runOnce();
    expect(server.received).toHaveLength(1);
  });
});

describe('a mail that somebody removes during a round', () => {
  it('does not fail the round', async () => {
    const addresses = Array.from({ length: 5 }, (_, number) => `user${number}@example.org`);
    const { open, spoolFor, places, spooled, problems } = await scratchDrain();
    const server = await smtpServer({
      onMailFrom(_, __, done) {
        rmSync(spooled[4]?.file ?? '', { force: true });
        done();
      },
    });
    await spoolFor(...addresses);
    await open(`smtp://127.0.0.1:${server.port}`).runOnce();
    expect(server.received.map(({ to }) => to[0]).sort()).toEqual(addresses.slice(0, 4));
    expect(problems).toEqual([]);
    expect(await places()).toEqual(EMPTY);
  });
});
