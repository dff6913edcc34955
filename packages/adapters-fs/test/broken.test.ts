import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canMount, mountTmpfs, remountReadOnly } from '../../../test/support/tmpfs.ts';
import { openFileStore } from '../src/index.ts';
import { bytes, contentOf, refusal, scratchFolder, scratchStore } from './scratch.ts';

describe('a disk that fails', () => {
  it('is unavailable at the start when a file has the name of the folder', async () => {
    const scratch = scratchFolder();
    await writeFile(join(scratch, 'file'), '');
    await mkdir(join(scratch, 'algos'));
    await writeFile(join(scratch, 'algos', 'staging'), '');
    expect(await refusal(openFileStore(join(scratch, 'file')))).toBe('EEXIST');
    expect(await refusal(openFileStore(join(scratch, 'file', 'algos')))).toBe('EEXIST');
    expect(await refusal(openFileStore(join(scratch, 'algos')))).toBe('EEXIST');
    expect(await refusal(openFileStore('/proc/algos'))).toBe('ENOENT');
    await symlink(join(scratch, 'nowhere'), join(scratch, 'link'));
    expect(await refusal(openFileStore(join(scratch, 'link', 'algos')))).toBe('EEXIST');
  });

  it('is unavailable, not empty, when its folder is missing', async () => {
    const { dir, store } = await scratchStore();
    const ref = await store.stage(bytes('[]'), null);
    await store.publish(1, ref);
    await store.health();
    await rm(dir, { recursive: true });
    expect(await refusal(store.read(1, ref))).toBe('ENOENT');
    expect(await refusal(store.publish(1, ref))).toBe('ENOENT');
    expect(await refusal(store.stage(bytes('[]'), null))).toBe('ENOENT');
    expect(await refusal(store.keep(1, ref))).toBe('ENOENT');
    expect(await refusal(store.move(1, ref, 'bin'))).toBe('ENOENT');
    expect(await refusal(store.deleteFormer(1, ref, false))).toBe('ENOENT');
    expect(await refusal(store.discard(ref))).toBe('ENOENT');
    expect(await refusal(store.delete(1, ref, 'records'))).toBe('ENOENT');
    expect(await refusal(store.pending(0))).toBe('ENOENT');
    expect(await refusal(store.health())).toBe('ENOENT');
  });

  it('is unavailable when its folder became a file', async () => {
    const { dir, store } = await scratchStore();
    const ref = await store.stage(bytes('[]'), null);
    await rm(dir, { recursive: true });
    await writeFile(dir, '');
    expect(await refusal(store.read(1, ref))).toBe('ENOTDIR');
    await refusal(store.discard(ref));
  });

  it('passes a programming error on unchanged', async () => {
    const { store } = await scratchStore();
    // @ts-expect-error: a caller without types might do this
    await expect(store.stage(undefined, null)).rejects.toBeInstanceOf(TypeError);
  });
});

// A mount needs CAP_SYS_ADMIN. In a container without it these two tests are skipped, and their titles say so.
describe.skipIf(!canMount())('a small disk (needs the right to mount)', () => {
  it('refuses writes when full, keeps its data, frees the space of failed writes, and works again', async () => {
    const dir = await mountTmpfs(scratchFolder(), '256k');
    const store = await openFileStore(dir);
    const kept = contentOf(100_000);
    const ref = await store.stage(kept, null);
    expect(await refusal(store.stage(contentOf(400_000), null))).toBe('ENOSPC');
    expect(await readdir(join(dir, 'staging'))).toEqual([ref]);
    expect(await store.pending(0)).toEqual([]);
    await store.publish(1, ref);
    expect(await store.read(1, ref)).toEqual(kept);
    await store.publish(2, await store.stage(contentOf(90_000), null));
  });

  it('is not healthy without a free block, although an empty file fits', async () => {
    const dir = await mountTmpfs(scratchFolder(), '256k');
    let now = 0;
    const store = await openFileStore(dir, { now: () => (now += 10_000) });
    const foreign = join(dir, 'foreign');
    await expect(writeFile(foreign, contentOf(512 * 1_024))).rejects.toMatchObject({ code: 'ENOSPC' });
    await writeFile(join(dir, 'empty'), '');
    expect(await refusal(store.health())).toBe('ENOSPC');
    expect(await readdir(join(dir, 'staging'))).toEqual([]);
    await writeFile(join(dir, 'staging', 'probe'), ''); // a process left it in a crash
    expect(await refusal(store.health())).toBe('ENOSPC');
    await rm(foreign);
    await store.health();
  });

  it('refuses writes when it is read-only, and still reads', async () => {
    const dir = await mountTmpfs(scratchFolder(), '256k');
    const store = await openFileStore(dir);
    const ref = await store.stage(bytes('[1]'), null);
    await store.publish(1, ref);
    const other = await store.stage(bytes('[2]'), null);
    remountReadOnly(dir);
    expect(await store.read(1, ref)).toEqual(bytes('[1]'));
    expect(await refusal(store.health())).toBe('EROFS');
    expect(await refusal(store.stage(bytes('[]'), null))).toBe('EROFS');
    expect(await refusal(store.publish(1, other))).toBe('EROFS');
    expect(await refusal(store.discard(other))).toBe('EROFS');
    expect(await refusal(store.delete(1, ref, 'records'))).toBe('EROFS');
    expect(await refusal(openFileStore(join(dir, 'more')))).toBe('EROFS');
    expect(dirname(store.locate(1, ref))).toContain(dir);
  });
});
