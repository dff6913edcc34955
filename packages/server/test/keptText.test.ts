import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { nextLine, startChild } from '../../../test/support/childProcess.ts';
import { readOrMake } from '../src/keptText.ts';
import { scratchFolder } from './support/scratch.ts';

/** How the disk answers: `allow` is asked before each step that changes it, and throws to refuse it. */
const disk = vi.hoisted(() => ({ allow: (_step: string): void => {} }));

vi.mock('node:fs', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs')>();
  const asking =
    <Args extends unknown[], Result>(step: string, work: (...args: Args) => Result) =>
    (...args: Args): Result => {
      disk.allow(step);
      return work(...args);
    };
  return {
    ...original,
    openSync: asking('open', original.openSync),
    writeFileSync: asking('write', original.writeFileSync),
    fsyncSync: asking('sync', original.fsyncSync),
    linkSync: asking('link', original.linkSync),
    renameSync: asking('rename', original.renameSync),
    rmSync: asking('remove', original.rmSync),
    readdirSync: asking('list', original.readdirSync),
  };
});

const refusal = (code: string): Error => Object.assign(new Error(code), { code, syscall: 'write' });
const TEXT = /^[\w-]{43}$/;

/** Runs `work` on a disk that refuses its steps as `isRefused` says, by their number from 0. */
function onDisk<Result>(isRefused: (at: number, step: string) => boolean, work: () => Result, code = 'ENOSPC'): Result {
  let at = 0;
  disk.allow = (step) => {
    at += 1;
    if (isRefused(at - 1, step)) throw refusal(code);
  };
  try {
    return work();
  } finally {
    disk.allow = () => {};
  }
}

async function place(): Promise<{ readonly folder: string; readonly path: string }> {
  const folder = await scratchFolder();
  return { folder, path: join(folder, 'secret') };
}

function expectWhole({ folder, path }: { readonly folder: string; readonly path: string }): string {
  const text = readOrMake(path);
  expect(text).toMatch(TEXT);
  expect(readFileSync(path, 'utf8')).toBe(`${text}\n`);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['secret']);
  expect(readOrMake(path)).toBe(text);
  return text;
}

describe('a text that is kept in a file', () => {
  it('is created once, completely, readable by this user only', async () => {
    expectWhole(await place());
  });

  it.each(['', '\n', ' \n\n'])('is created if the file has %j', async (nothing) => {
    const where = await place();
    writeFileSync(where.path, nothing, { mode: 0o600 });
    expectWhole(where);
  });

  it('is created beside the partial file of an earlier start', async () => {
    const where = await place();
    writeFileSync(`${where.path}.0123456789abcdef.new`, 'half');
    expectWhole(where);
  });

  it('is kept if an earlier start ended before it removed the second name', async () => {
    const where = await place();
    const text = readOrMake(where.path);
    linkSync(where.path, `${where.path}.0123456789abcdef.new`);
    expect(expectWhole(where)).toBe(text);
  });

  it('does not touch files that are not its drafts', async () => {
    const { folder, path } = await place();
    const others = ['secret.new', 'secret.old', 'secret2.0123456789abcdef.new', 'x.0123456789abcdef.new'];
    for (const name of others) writeFileSync(join(folder, name), 'mine');
    readOrMake(path);
    expect(readdirSync(folder).sort()).toEqual(['secret', ...others].sort());
  });

  it('is the same for all that start at the same moment', async () => {
    const { folder, path } = await place();
    const script = new URL('./support/readOrMake.ts', import.meta.url);
    const children = Array.from({ length: 4 }, () => startChild(script, path));
    for (const child of children) expect(await nextLine(child)).toBe('ready');
    for (const child of children) child.go();
    const texts = await Promise.all(children.map(nextLine));
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toMatch(TEXT);
    expect(readdirSync(folder)).toEqual(['secret']);
  });

  it('is created on a filesystem without links', async () => {
    const where = await place();
    onDisk(
      (_at, step) => step === 'link',
      () => readOrMake(where.path),
      'EPERM',
    );
    expectWhole(where);
  });
});

/** How many steps there are that a disk may refuse. */
async function stepsOf(prepare: (path: string) => void): Promise<number> {
  const { path } = await place();
  prepare(path);
  let steps = 0;
  onDisk(
    (at) => {
      steps = at + 1;
      return false;
    },
    () => readOrMake(path),
  );
  return steps;
}

describe.each([
  ['absent', () => {}],
  ['empty', (path: string) => writeFileSync(path, '')],
])('a first start that finds the file %s', (_what, prepare) => {
  it('does not prevent the next start, at whatever step a full disk fails', async () => {
    const steps = await stepsOf(prepare);
    expect(steps).toBeGreaterThan(8);
    for (let refused = 1; refused < steps; refused += 1) {
      const where = await place();
      prepare(where.path);
      expect(
        () =>
          onDisk(
            (at) => at === refused,
            () => readOrMake(where.path),
          ),
        `step ${refused}`,
      ).toThrow('ENOSPC');
      expectWhole(where);
    }
  });

  it('does not prevent the next start, at whatever step it is killed', async () => {
    const steps = await stepsOf(prepare);
    for (let last = 0; last < steps; last += 1) {
      const where = await place();
      prepare(where.path);
      expect(
        () =>
          onDisk(
            (at) => at >= last,
            () => readOrMake(where.path),
          ),
        `step ${last}`,
      ).toThrow('ENOSPC');
      expectWhole(where);
    }
  });
});

function makeHuge(path: string): void {
  writeFileSync(path, '');
  truncateSync(path, 5_000_000_000); // no block of it is on the disk
}

describe('a file that no start has created', () => {
  it.each([
    ['a symbolic link', (path: string) => symlinkSync('/etc/hostname', path), 'symbolic link'],
    ['a link to nowhere', (path: string) => symlinkSync('/nowhere', path), 'symbolic link'],
    ['a folder', (path: string) => mkdirSync(path), 'no regular file'],
    ['a named pipe', (path: string) => void execFileSync('mkfifo', [path]), 'no regular file'],
    ['a device', (path: string) => symlinkSync('/dev/zero', path), 'symbolic link'],
    ['zeros, which a power loss may leave', (path: string) => writeFileSync(path, Buffer.alloc(44)), 'zero bytes'],
    ['a large file', (path: string) => makeHuge(path), '65536 bytes'],
  ])('is refused: %s', async (_what, plant, reason) => {
    const { folder, path } = await place();
    plant(path);
    expect(() => readOrMake(path)).toThrow(reason);
    expect(readdirSync(folder)).toEqual(['secret']);
  });
});
