import { chmod, mkdir, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UnavailableError } from '@algotheque/domain';
import { describe, expect, it } from 'vitest';
import { unusedPort } from '../../../test/support/unusedPort.ts';
import { mailsIn, recipient, scratchFolder, scratchSpool } from './scratch.ts';
import { scratchDrain } from './scratchDrain.ts';

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
const confirm = { kind: 'confirm', token: 'a-token' } as const;

describe('the folder of mails', () => {
  it.each(['', 'tmp'])('is not used where a symbolic link is in its place: outbox/%s', async (inner) => {
    const scratch = await scratchFolder();
    const [elsewhere, dir] = [join(scratch, 'elsewhere'), join(scratch, 'outbox')];
    await mkdir(join(elsewhere, 'tmp'), { recursive: true });
    if (inner !== '') await mkdir(dir);
    await symlink(join(elsewhere, inner), join(dir, inner));
    const problem: unknown = await scratchSpool({ dir }).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(UnavailableError);
    expect(problem).toMatchObject({ reason: expect.stringContaining(`${join(dir, inner)} is a symbolic link`) });
    expect(await mailsIn(elsewhere)).toEqual([]);
  });

  it.each(['sending', 'failed'])('is not drained where a symbolic link is in the place of %s/', async (inner) => {
    const { open, spoolFor, places, dir } = await scratchDrain();
    const elsewhere = await scratchFolder();
    await symlink(elsewhere, join(dir, inner));
    await spoolFor('ada@example.org');
    await expect(open(`smtp://127.0.0.1:${await unusedPort()}`).runOnce()).rejects.toMatchObject({
      reason: expect.stringContaining(`${inner} is a symbolic link`),
    });
    expect((await places()).waiting).toHaveLength(1);
    expect(await mailsIn(elsewhere)).toEqual([]);
  });

  it('takes no mail through a symbolic link that replaces it later', async () => {
    const { spool, dir } = await scratchSpool();
    const elsewhere = join(dir, '..', 'elsewhere');
    await rename(dir, elsewhere);
    await symlink(elsewhere, dir);
    await expect(spool.send(recipient(), confirm)).rejects.toThrow(UnavailableError);
    expect(await mailsIn(elsewhere)).toEqual([]);
  });

  it('may lie below a symbolic link', async () => {
    const scratch = await scratchFolder();
    await mkdir(join(scratch, 'disk'));
    await symlink(join(scratch, 'disk'), join(scratch, 'data'));
    const { spool } = await scratchSpool({ dir: join(scratch, 'data', 'outbox') });
    await spool.send(recipient(), confirm);
    expect(await mailsIn(join(scratch, 'disk', 'outbox'))).toHaveLength(1);
  });

  it('is closed to other users, with the mails in it, and this is reported', async () => {
    const { spool, dir } = await scratchSpool();
    await spool.send(recipient(), confirm);
    const [name = ''] = await mailsIn(dir);
    for (const path of [dir, join(dir, 'tmp')]) await chmod(path, 0o755);
    await chmod(join(dir, name), 0o644);
    const notices: string[] = [];
    await scratchSpool({ dir, onNotice: (line) => notices.push(line) });
    for (const path of [dir, join(dir, 'tmp')]) expect(await modeOf(path)).toBe('700');
    expect(await modeOf(join(dir, name))).toBe('600');
    expect(notices).toEqual([
      `${dir} was open to others and is now mode 0700`,
      `1 files in ${dir} were open to others and are now mode 0600`,
      `${dir}/tmp was open to others and is now mode 0700`,
    ]);
  });

  it('is closed to other users by the worker, once', async () => {
    const { open, dir, notices } = await scratchDrain();
    await mkdir(join(dir, 'failed'), { mode: 0o755 });
    await chmod(join(dir, 'failed'), 0o755);
    await writeFile(join(dir, 'failed', 'some.reason'), '', { mode: 0o640 });
    const drain = open(`smtp://127.0.0.1:${await unusedPort()}`);
    await drain.runOnce();
    await drain.runOnce();
    expect(await modeOf(join(dir, 'failed'))).toBe('700');
    expect(await modeOf(join(dir, 'failed', 'some.reason'))).toBe('600');
    expect(notices).toHaveLength(2);
  });
});
