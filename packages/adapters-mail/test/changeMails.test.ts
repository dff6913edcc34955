import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dropFailedMails, dropMail, listMails, MailNotChangedError, retryMail } from '../src/index.ts';
import { SpoolQueue } from '../src/spoolQueue.ts';
import { scratchFolder } from './scratch.ts';
import { scratchDrain } from './scratchDrain.ts';
import { smtpError, smtpServer } from './smtpServers.ts';

/** What happens once before the next unlink, and after the next link. */
const meanwhile = vi.hoisted(() => ({
  beforeUnlink: null as (() => Promise<unknown>) | null,
  afterLink: null as (() => Promise<unknown>) | null,
}));

vi.mock('node:fs/promises', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs/promises')>();
  const once = async (name: keyof typeof meanwhile): Promise<void> => {
    const work = meanwhile[name];
    meanwhile[name] = null;
    await work?.();
  };
  return {
    ...fs,
    async unlink(...args: Parameters<typeof fs.unlink>) {
      await once('beforeUnlink');
      return fs.unlink(...args);
    },
    async link(...args: Parameters<typeof fs.link>) {
      await fs.link(...args);
      await once('afterLink');
    },
  };
});

beforeEach(() => {
  Object.assign(meanwhile, { beforeUnlink: null, afterLink: null });
});

const EMPTY = { waiting: [], sending: [], failed: [] };

/** A spool with one mail, tried once on a server that answers this code; null: not tried. */
async function scene(code: number | null) {
  const answers = code === null ? [] : [smtpError(code, 'not <ada@example.org>\r\nsorry')];
  const server = await smtpServer({ onRcptTo: (_, __, done) => done(answers.shift()) });
  const scratch = await scratchDrain();
  await scratch.spoolFor('ada@example.org');
  const drain = scratch.open(`smtp://127.0.0.1:${server.port}`);
  if (code !== null) await drain.runOnce();
  const [listed] = await listMails(scratch.dir);
  return { ...scratch, server, drain, name: listed?.name ?? 'none' };
}

describe('a mail that waits', () => {
  it('is dropped, and its reason too', async () => {
    const { dir, name, places, drain, server } = await scene(451);
    expect((await readdir(dir)).filter((file) => file.endsWith('.reason'))).toHaveLength(1);
    await dropMail(dir, name);
    expect(await places()).toEqual(EMPTY);
    expect((await readdir(dir)).sort()).toEqual(['failed', 'sending', 'tmp']);
    await drain.runOnce();
    expect(server.received).toEqual([]);
  });

  it('becomes due, keeps its tries and name, and is sent', async () => {
    const { dir, name, places, drain, server, clock } = await scene(451);
    await drain.runOnce();
    expect(server.received, 'before').toEqual([]);
    expect(await retryMail(dir, name, clock.now())).toBe(name);
    expect(await listMails(dir)).toMatchObject([{ name, tries: 1, nextTry: clock.now() }]);
    await drain.runOnce();
    expect(server.received).toHaveLength(1);
    expect([await places(), (await readdir(dir)).sort()]).toEqual([EMPTY, ['failed', 'sending', 'tmp']]);
  });

  it('and is due already stays as it is', async () => {
    const { dir, name, places, clock } = await scene(null);
    const before = await places();
    expect(await retryMail(dir, name, clock.now())).toBe(name);
    expect(await places()).toEqual(before);
  });

  it('is not sent and does not come back if it is dropped while a worker claims it', async () => {
    const { dir, name, places, drain, server } = await scene(null);
    const [linked, dropped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const claims: Promise<boolean>[] = [];
    meanwhile.beforeUnlink = async () => {
      meanwhile.afterLink = () => {
        linked.resolve();
        return dropped.promise;
      };
      claims.push(new SpoolQueue(dir, () => {}).claim(`${name}.eml`));
      await linked.promise;
    };
    await mkdir(join(dir, 'sending'));
    await dropMail(dir, name);
    dropped.resolve();
    expect(await Promise.all(claims)).toEqual([false]);
    expect(await places()).toEqual(EMPTY);
    await drain.runOnce();
    expect(server.received).toEqual([]);
  });

  it('that a worker takes at this moment is not changed, and this is said', async () => {
    const { dir, name, places } = await scene(null);
    const queue = new SpoolQueue(dir, () => {});
    await queue.prepare();
    meanwhile.beforeUnlink = () => queue.claim(`${name}.eml`);
    await expect(dropMail(dir, name)).rejects.toThrow(MailNotChangedError);
    expect(await places()).toEqual({ ...EMPTY, sending: [`${name}.eml`] });
    for (const change of [dropMail, retryMail])
      await expect(change(dir, name, 0)).rejects.toThrow(/^The mail is being sent/);
    expect(await listMails(dir)).toMatchObject([{ name, place: 'sending' }]);
  });
});

describe('a mail that was given up', () => {
  it('goes back with the current date, and is sent', async () => {
    const { dir, name, places, drain, server, clock } = await scene(550);
    expect((await places()).failed).toEqual([`${name}.eml`, `${name}.reason`]);
    const mail = await readFile(join(dir, 'failed', `${name}.eml`));
    clock.advance(4 * 86_400_000);
    const now = await retryMail(dir, name, clock.now());
    expect(now).toBe(`20261125T122845124Z${name.slice(-17)}`);
    expect(await places()).toEqual({ ...EMPTY, waiting: [`${now}.eml`] });
    expect(await readFile(join(dir, `${now}.eml`))).toEqual(mail);
    await drain.runOnce();
    expect(server.received).toHaveLength(1);
    expect(await places()).toEqual(EMPTY);
  });

  it('that somebody else removes meanwhile does not come back', async () => {
    const { dir, name, places, clock } = await scene(550);
    meanwhile.afterLink = () => dropFailedMails(dir);
    await expect(retryMail(dir, name, clock.now())).rejects.toThrow(MailNotChangedError);
    expect(await places()).toEqual(EMPTY);
  });

  it('is dropped by its name or with all others, and what waits stays', async () => {
    const { dir, name, places, spoolFor, drain } = await scene(550);
    await dropMail(dir, name);
    expect(await places()).toEqual(EMPTY);
    await writeFile(join(dir, 'a note.eml'), 'To: ada@example.org\n');
    await drain.runOnce();
    await mkdir(join(dir, 'failed', 'folder.eml'));
    await spoolFor('bob@example.org');
    expect(await dropFailedMails(dir)).toBe(1);
    expect(await places()).toMatchObject({ waiting: [expect.any(String)], failed: ['folder.eml'] });
  });

  it('and is no mail is not tried again', async () => {
    const { dir, places } = await scene(null);
    await mkdir(join(dir, 'failed'));
    const name = '20261121T122845123Z-9f86d081884c7d65';
    await writeFile(join(dir, 'failed', `${name}.eml`), 'To: ada@example.org\n');
    await writeFile(join(dir, 'failed', 'note.eml'), 'To: ada@example.org\n');
    await expect(retryMail(dir, name, 0)).rejects.toThrow('It does not begin with an envelope');
    await expect(retryMail(dir, 'note.eml', 0)).rejects.toThrow('no mail that can be sent');
    expect((await places()).failed).toHaveLength(2);
  });
});

describe('a name', () => {
  it.each(['', '.', '..', '../outside', '../outside.eml', 'failed', 'failed/x.eml', 'tmp', '*', 'x\0.eml'])(
    'that no mail has changes nothing: %j',
    async (name) => {
      const dir = join(await scratchFolder(), 'spool');
      await mkdir(join(dir, 'failed'), { recursive: true });
      await writeFile(join(dir, '..', 'outside.eml'), 'a letter');
      await symlink('../outside.eml', join(dir, 'link.eml'));
      for (const change of [dropMail, retryMail])
        await expect(change(dir, name, 0)).rejects.toThrow(/^There is no mail of this name in /);
      expect(await readFile(join(dir, '..', 'outside.eml'), 'utf8')).toBe('a letter');
      expect(await readdir(dir)).toEqual(['failed', 'link.eml']);
    },
  );

  it('of a link removes the link, and not what it leads to', async () => {
    const dir = await scratchFolder();
    await mkdir(join(dir, 'failed'));
    await writeFile(join(dir, 'outside'), 'a letter');
    await symlink('../outside', join(dir, 'failed', 'link.eml'));
    expect(await listMails(dir)).toMatchObject([{ name: 'link.eml', to: null, problem: 'It is not a file' }]);
    await dropMail(dir, 'link.eml');
    expect(await readdir(join(dir, 'failed'))).toEqual([]);
    expect(await readFile(join(dir, 'outside'), 'utf8')).toBe('a letter');
  });

  it('in an absent folder is no name', async () => {
    const dir = join(await scratchFolder(), 'absent');
    expect([await listMails(dir), await dropFailedMails(dir)]).toEqual([[], 0]);
    await expect(dropMail(dir, 'x')).rejects.toThrow(MailNotChangedError);
    await expect(readdir(dir)).rejects.toThrow('ENOENT');
  });
});
