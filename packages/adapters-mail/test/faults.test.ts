import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UnavailableError } from '@algotheque/domain';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mailsIn, NOW, recipient, scratchFolder, scratchSpool } from './scratch.ts';
import { scratchDrain } from './scratchDrain.ts';
import { smtpError, smtpServer } from './smtpServers.ts';

/** The calls to the disk in their order, and the name of the call that fails. */
const disk = vi.hoisted(() => ({ calls: [] as string[], failing: '', code: 'EIO', hasRival: false }));

/** Records a call, and throws if this call must fail. */
function step(name: string): void {
  disk.calls.push(name);
  if (name === disk.failing) {
    throw Object.assign(new Error(`${disk.code}: i/o error, ${name}`), { code: disk.code, syscall: name });
  }
}

// The functions that make the folders at the start.
vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>();
  return {
    ...fs,
    fsyncSync(file: number) {
      step(`sync ${fs.fstatSync(file).isDirectory() ? 'folder' : 'file'}`);
      fs.fsyncSync(file);
    },
    mkdirSync(...args: Parameters<typeof fs.mkdirSync>) {
      if (disk.hasRival) fs.mkdirSync(...args);
      return fs.mkdirSync(...args);
    },
  };
});

// Each step can fail as on a failing disk: with the file written, or before it has its name.
vi.mock('node:fs/promises', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs/promises')>();
  return {
    ...fs,
    async open(...args: Parameters<typeof fs.open>) {
      const handle = await fs.open(...args);
      const kind = (await handle.stat()).isDirectory() ? 'folder' : 'file';
      const { sync, writeFile: write } = handle;
      handle.sync = async () => {
        step(`sync ${kind}`);
        return sync.call(handle);
      };
      handle.writeFile = async (...written) => {
        step(`write ${kind}`);
        return write.apply(handle, written);
      };
      return handle;
    },
    async rename(...args: Parameters<typeof fs.rename>) {
      step('rename');
      return fs.rename(...args);
    },
    async link(...args: Parameters<typeof fs.link>) {
      step('link');
      return fs.link(...args);
    },
    async unlink(...args: Parameters<typeof fs.unlink>) {
      step('unlink');
      return fs.unlink(...args);
    },
    async writeFile(...args: Parameters<typeof fs.writeFile>) {
      step('write at once');
      return fs.writeFile(...args);
    },
  };
});

const confirm = { kind: 'confirm', token: 'a-token' } as const;
const DURABLY = ['write file', 'sync file', 'rename', 'sync folder'];

async function refusal(work: Promise<unknown>): Promise<unknown> {
  const problem: unknown = await work.catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(UnavailableError);
  return problem instanceof Error && problem.cause instanceof Error && 'code' in problem.cause
    ? problem.cause.code
    : null;
}

beforeEach(() => {
  Object.assign(disk, { calls: [], failing: '', code: 'EIO', hasRival: false });
});

describe('the disk', () => {
  it('has the whole mail before its final name, and its name before send resolves', async () => {
    const { spool } = await scratchSpool();
    disk.calls = [];
    await spool.send(recipient(), confirm);
    expect(disk.calls).toEqual(DURABLY);
  });

  it('does the same work for a decoy', async () => {
    const { spool } = await scratchSpool();
    disk.calls = [];
    await spool.sendDecoy('recover');
    expect(disk.calls).toEqual(DURABLY);
  });

  it.each(DURABLY)('that fails at "%s" makes send unavailable, leaves no mail, and works again later', async (step) => {
    const { spool, dir, spooled } = await scratchSpool();
    disk.failing = step;
    expect(await refusal(spool.send(recipient(), confirm))).toBe('EIO');
    expect(await refusal(spool.sendDecoy('confirm'))).toBe('EIO');
    expect(await mailsIn(dir)).toEqual([]);
    expect(await readdir(join(dir, 'tmp'))).toEqual([]);
    expect(spooled).toEqual([]);
    disk.failing = '';
    await spool.send(recipient(), confirm);
    expect(await mailsIn(dir)).toHaveLength(1);
  });

  it('has the names of new folders when the spool is open', async () => {
    await scratchSpool({ dir: join(await scratchFolder(), 'a', 'outbox') });
    expect(disk.calls).toEqual(['sync folder', 'sync folder', 'sync folder']);
  });

  it('takes a folder that another process made at the same moment', async () => {
    disk.hasRival = true;
    const { dir } = await scratchSpool();
    expect(await readdir(dir)).toEqual(['tmp']);
  });

  it('without the folder is unavailable', async () => {
    const { spool, dir } = await scratchSpool();
    await spool.health();
    await rm(dir, { recursive: true });
    expect(await refusal(spool.send(recipient(), confirm))).toBe('ENOENT');
    expect(await refusal(spool.sendDecoy('confirm'))).toBe('ENOENT');
    expect(await refusal(spool.health())).toBe('ENOENT');
  });

  it('with a file in the place of the folder is unavailable from the start', async () => {
    const scratch = await scratchFolder();
    await writeFile(join(scratch, 'file'), '');
    await mkdir(join(scratch, 'outbox'));
    await writeFile(join(scratch, 'outbox', 'tmp'), '');
    expect(await refusal(scratchSpool({ dir: join(scratch, 'file') }))).toBe('EEXIST');
    expect(await refusal(scratchSpool({ dir: join(scratch, 'file', 'outbox') }))).toBe('EEXIST');
    expect(await refusal(scratchSpool({ dir: join(scratch, 'outbox') }))).toBe('EEXIST');
    expect(await refusal(scratchSpool({ dir: '/proc/outbox' }))).toBe('ENOENT');
  });

  it('is probed by health, and no file is left', async () => {
    const { spool, dir } = await scratchSpool();
    await spool.health();
    expect(await readdir(join(dir, 'tmp'))).toEqual([]);
  });
});

describe('the health of a spool', () => {
  const PROBE = ['write file', 'sync file'];

  it('is that of a disk that takes a write, tried once a second', async () => {
    let now = NOW;
    const { spool, dir } = await scratchSpool({ now: () => now });
    disk.calls = [];
    await Promise.all(Array.from({ length: 50 }, () => spool.health()));
    now += 999;
    await spool.health();
    expect(disk.calls).toEqual(PROBE);
    disk.failing = 'sync file';
    now += 1;
    expect(await refusal(spool.health())).toBe('EIO');
    disk.failing = '';
    expect(await refusal(spool.health())).toBe('EIO'); // the result of the same second
    now += 1_000;
    await spool.health();
    expect(await readdir(join(dir, 'tmp'))).toEqual([]);
  });
});

describe('a round of deliveries', () => {
  const MOVE = ['link', 'sync folder', 'unlink'];

  it.each<[string, number | null, readonly string[]]>([
    ['taken', null, [...MOVE, 'sync folder']],
    ['deferred', 451, [...MOVE, 'write at once', ...MOVE]],
    ['refused', 550, [...MOVE, 'write file', 'sync file', ...MOVE]],
  ])('stores durably what happened to a mail: %s', async (_, code, steps) => {
    const server = await smtpServer({
      onRcptTo: (__, ___, done) => done(code === null ? null : smtpError(code, 'no')),
    });
    const { open, spoolFor } = await scratchDrain();
    const drain = open(`smtp://127.0.0.1:${server.port}`);
    await drain.runOnce();
    await spoolFor('ada@example.org');
    disk.calls = [];
    await drain.runOnce();
    expect(disk.calls).toEqual(steps);
  });

  it.each([
    ['taken', null, []],
    ['deferred', 451, ['waiting']],
  ] as const)('moves mails by a rename on a filesystem without links: %s', async (_, code, places) => {
    const server = await smtpServer({
      onRcptTo: (__, ___, done) => done(code === null ? null : smtpError(code, 'no')),
    });
    const scratch = await scratchDrain();
    const drain = scratch.open(`smtp://127.0.0.1:${server.port}`);
    await scratch.spoolFor('ada@example.org');
    Object.assign(disk, { failing: 'link', code: 'EPERM' });
    await drain.runOnce();
    expect(scratch.problems.filter((problem) => problem.includes('EPERM'))).toEqual([]);
    const left = Object.entries(await scratch.places()).filter(([, names]) => names.length > 0);
    expect(left.map(([place]) => place)).toEqual(places);
    expect(server.received).toHaveLength(code === null ? 1 : 0);
  });

  it('sends a mail once that a failed move has left in two places', async () => {
    const server = await smtpServer();
    const { open, spoolFor, places, clock } = await scratchDrain();
    await spoolFor('ada@example.org');
    const drain = open(`smtp://127.0.0.1:${server.port}`);
    disk.failing = 'unlink';
    await drain.runOnce();
    expect(await places()).toMatchObject({ waiting: [expect.any(String)], sending: [expect.any(String)] });
    disk.failing = '';
    clock.advance(60_000);
    await drain.runOnce();
    expect(server.received).toHaveLength(1);
    expect(await places()).toEqual({ waiting: [], sending: [], failed: [] });
  });

  it('does not start again at once when the disk fails', async () => {
    const server = await smtpServer();
    const { open, spoolFor, places, problems, clock } = await scratchDrain();
    await spoolFor('ada@example.org');
    const drain = open(`smtp://127.0.0.1:${server.port}`);
    disk.failing = 'link';
    expect(await drain.runOnce()).toBe(60_000);
    expect((await places()).waiting).toHaveLength(1);
    expect(problems).toEqual([expect.stringContaining('EIO')]);
    disk.failing = '';
    clock.advance(60_000);
    await drain.runOnce();
    expect(server.received).toHaveLength(1);
  });
});
