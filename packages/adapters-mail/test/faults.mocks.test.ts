import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UnavailableError } from '@algotheque/domain';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mailsIn, NOW, recipient, scratchFolder, scratchOutbox } from './scratch.ts';

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
    const { mailer } = await scratchOutbox();
    disk.calls = [];
    await mailer.send(recipient(), confirm);
    expect(disk.calls).toEqual(DURABLY);
  });

  it('does the same work for a decoy', async () => {
    const { mailer } = await scratchOutbox();
    disk.calls = [];
    await mailer.sendDecoy('recover');
    expect(disk.calls).toEqual(DURABLY);
  });

  it.each(DURABLY)('that fails at "%s" makes send unavailable, leaves no mail, and works again later', async (step) => {
    const { mailer, dir, told } = await scratchOutbox();
    disk.failing = step;
    expect(await refusal(mailer.send(recipient(), confirm))).toBe('EIO');
    expect(await refusal(mailer.sendDecoy('confirm'))).toBe('EIO');
    expect(await mailsIn(dir)).toEqual([]);
    expect(await readdir(join(dir, 'tmp'))).toEqual([]);
    expect(told).toEqual([]);
    disk.failing = '';
    await mailer.send(recipient(), confirm);
    expect(await mailsIn(dir)).toHaveLength(1);
  });

  it('has the names of new folders when the outbox is open', async () => {
    await scratchOutbox({ dir: join(scratchFolder(), 'a', 'outbox') });
    expect(disk.calls).toEqual(['sync folder', 'sync folder', 'sync folder']);
  });

  it('takes a folder that another process made at the same moment', async () => {
    disk.hasRival = true;
    const { dir } = await scratchOutbox();
    expect(await readdir(dir)).toEqual(['tmp']);
  });

  it('without the folder is unavailable', async () => {
    const { mailer, dir } = await scratchOutbox();
    await mailer.health();
    await rm(dir, { recursive: true });
    expect(await refusal(mailer.send(recipient(), confirm))).toBe('ENOENT');
    expect(await refusal(mailer.sendDecoy('confirm'))).toBe('ENOENT');
    expect(await refusal(mailer.health())).toBe('ENOENT');
  });

  it('with a file in the place of the folder is unavailable from the start', async () => {
    const scratch = scratchFolder();
    await writeFile(join(scratch, 'file'), '');
    await mkdir(join(scratch, 'outbox'));
    await writeFile(join(scratch, 'outbox', 'tmp'), '');
    expect(await refusal(scratchOutbox({ dir: join(scratch, 'file') }))).toBe('EEXIST');
    expect(await refusal(scratchOutbox({ dir: join(scratch, 'file', 'outbox') }))).toBe('EEXIST');
    expect(await refusal(scratchOutbox({ dir: join(scratch, 'outbox') }))).toBe('EEXIST');
    expect(await refusal(scratchOutbox({ dir: '/proc/outbox' }))).toBe('ENOENT');
  });

  it('is probed by health, and no file is left', async () => {
    const { mailer, dir } = await scratchOutbox();
    await mailer.health();
    expect(await readdir(join(dir, 'tmp'))).toEqual([]);
  });
});

describe('the health of an outbox', () => {
  const PROBE = ['write file', 'sync file'];

  it('is that of a disk that takes a write, tried once a second', async () => {
    let now = NOW;
    const { mailer, dir } = await scratchOutbox({ now: () => now });
    disk.calls = [];
    await Promise.all(Array.from({ length: 50 }, () => mailer.health()));
    now += 999;
    await mailer.health();
    expect(disk.calls).toEqual(PROBE);
    disk.failing = 'sync file';
    now += 1;
    expect(await refusal(mailer.health())).toBe('EIO');
    disk.failing = '';
    expect(await refusal(mailer.health())).toBe('EIO'); // the result of the same second
    now += 1_000;
    await mailer.health();
    expect(await readdir(join(dir, 'tmp'))).toEqual([]);
  });
});
